// Package cssvalue computes lengths and font sizes (CSS Values 4, CSS Fonts 4), as far as they can be known without an
// engine: neither the metrics of fonts nor the author's own functions are.
package cssvalue
