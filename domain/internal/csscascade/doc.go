// Package csscascade orders declarations by their cascade layers (CSS Cascade 5, section 6.4), for page rules and for the
// root element.
package csscascade
