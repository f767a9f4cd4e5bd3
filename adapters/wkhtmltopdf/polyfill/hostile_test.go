package polyfill_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"platen/adapters/wkhtmltopdf/polyfill"
)

// TestReadingIsLinear: the work for what a client may send grows with its size, and not with the square of it.
func TestReadingIsLinear(t *testing.T) {
	for name, read := range map[string]func(size int){
		"blanks between words":  func(size int) { polyfill.Edited("<p>א a" + strings.Repeat(" ", size) + "b") },
		"blanks after a number": func(size int) { polyfill.Edited("<p>א 1." + strings.Repeat(" ", size) + "1") },
		"punctuation":           func(size int) { polyfill.Edited("<p>א" + strings.Repeat(".,!-?", size/5)) },
		"accents":               func(size int) { polyfill.Edited("<p>א" + strings.Repeat("\u0301", size/2)) },
		"ampersands":            func(size int) { polyfill.Edited("<p>א" + strings.Repeat("&aaaaaaaaaaaaaaa", size/16)) },
		"beginnings of attributes": func(size int) {
			polyfill.Edited("<p style='" + strings.Repeat("/style=", size/7) + "' " + strings.Repeat("x", size) + ">5vw")
		},
		"attributes of style": func(size int) { polyfill.Edited("<p " + strings.Repeat("style='5em' ", size/12) + "style=5vw>") },
		"declarations":        func(size int) { polyfill.Edited("<style>p{" + strings.Repeat("inset:5mm;", size/10)) },
		"colours":             func(size int) { polyfill.Edited("<style>p{color:" + strings.Repeat("rgb(0 ", size/6)) },
		"values":              func(size int) { polyfill.Edited("<p style='inset:" + strings.Repeat("(", size) + "'>") },
		"quotes": func(size int) {
			polyfill.Edited(`<p style="5vw" ` + strings.Repeat(`x='" `, size/5) + ">")
		},
		"brackets in a query":  func(size int) { polyfill.Edited("<style>@media " + strings.Repeat("(width:", size/7) + ")") },
		"addresses in a style": func(size int) { polyfill.Edited("<style>5vw" + strings.Repeat("url(", size/4)) },
		"unclosed tags":        func(size int) { polyfill.Edited(strings.Repeat("<base", size/5)) },
		"unclosed comments":    func(size int) { polyfill.Edited(strings.Repeat("<!--", size/4)) },
		"unclosed elements":    func(size int) { polyfill.Edited(strings.Repeat("<svg><title>", size/12)) },
		"links to one row":     func(size int) { polyfill.Edited(strings.Repeat("<a href='#x'><tr id=x>", size/22)) },
	} {
		t.Run(name, func(t *testing.T) {
			const small, times, growth = 64 << 10, 8, 3 // a square would grow by 8 in proportion
			work := func(size int) time.Duration { return processorTime(func() { read(size) }) }
			large, little := work(times*small), work(small)
			for range 2 {
				if large > little*times*growth { // a collection of garbage only adds to it
					large, little = min(large, work(times*small)), max(little, work(small))
				}
			}
			if large > 20*time.Millisecond {
				require.Less(t, large, little*times*growth)
			}
		})
	}
}

// processorTime is what a function takes of its thread, whatever else the machine does.
func processorTime(run func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	now := func() time.Duration {
		var t unix.Timespec
		_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
		return time.Duration(t.Nano())
	}
	start := now()
	run()
	return now() - start
}

// looked is a context that counts how often it was looked at, and that ends at a number of looks.
type looked struct {
	context.Context
	looks, ends int
}

func (l *looked) Err() error {
	if l.looks++; l.looks >= l.ends {
		return context.Canceled
	}
	return nil
}

// Whatever takes long looks at its context, and ends with it.
func TestPrepareEndsWithItsContext(t *testing.T) {
	const size = 1 << 19
	for name, document := range map[string]string{
		"punctuation":   "<p>א" + strings.Repeat(".,!-?", size/5),
		"letters":       "<p>" + strings.Repeat("ﬁ", size/3),
		"tags":          strings.Repeat("<object></object>", size/17),
		"links":         `<a href="#x">` + strings.Repeat("<b></b>", size/7),
		"a style":       "<style>" + strings.Repeat("p{width:5vw}", size/12) + "</style>",
		"an attribute":  `<p style="` + strings.Repeat("width:5vw;", size/10) + `">`,
		"SVG":           strings.Repeat(`<svg><use href="#x"/></svg>`, size/27),
		"last elements": strings.Repeat("<p style='break-after:page'></p>", size/32),
	} {
		t.Run(name, func(t *testing.T) {
			whole := &looked{Context: t.Context(), ends: 1 << 30}
			_, err := polyfill.Prepare(whole, onA4(document), "/folder/1.html", 0)
			require.NoError(t, err)
			require.Greater(t, whole.looks, size/100/1024)

			half := &looked{Context: t.Context(), ends: whole.looks / 2}
			_, err = polyfill.Prepare(half, onA4(document), "/folder/1.html", 0)
			require.ErrorIs(t, err, context.Canceled)
			require.Less(t, half.looks, whole.looks/2+20, "it went on")
		})
	}
}
