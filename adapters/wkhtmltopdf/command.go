package wkhtmltopdf

import (
	"fmt"
	"math"
	"strings"

	wk "github.com/SebastiaanKlippert/go-wkhtmltopdf"

	"platen/adapters/internal/genericfonts"
	"platen/adapters/wkhtmltopdf/polyfill"
	"platen/domain"
)

// environment is the whole environment of a process. It holds nothing of the service's own.
func environment(home, fonts string, reproducible bool) []string {
	env := []string{
		"PATH=/usr/local/bin:/usr/bin:/bin",
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8",
		"HOME=" + home, "TMPDIR=" + home,
		"XDG_RUNTIME_DIR=" + home, "XDG_CACHE_HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_DATA_HOME=" + home,
		"QT_QPA_PLATFORM=offscreen",
		"QT_FONT_DPI=" + polyfill.FontDPI,
		// No GStreamer plugins: a document neither asks for media nor reaches their decoders, whatever the machine has installed.
		"GST_PLUGIN_SYSTEM_PATH_1_0=",
	}
	if reproducible {
		// Qt seeds its hash tables at random, and writes fonts in their order. It writes dates in local time.
		env = append(env, "QT_HASH_SEED=0", "TZ=UTC")
	}
	if fonts != "" {
		env = append(env, genericfonts.Variable(fonts))
	}
	return env
}

// processArgs are the arguments of a process that reads those of each document from a line of standard input.
func processArgs() []string {
	command := wk.NewPDFPreparer()
	command.ReadArgsFromStdin.Set(true)
	args := command.Args()
	// The last one is the output file, which each line names.
	return args[:len(args)-1]
}

// documentFolder is the folder of the documents as their process sees it. A path through it works as any other, and shows
// nothing of the server to a document that prints its own address.
const documentFolder = "/proc/self/cwd/"

// printLine is the line that makes a process print a document from one file to another, with a user's style sheet and
// through a proxy.
func printLine(job domain.PrintJob, style, from, to, proxy string) (string, error) {
	command := wk.NewPDFPreparer()
	command.OutputFile = to
	command.PageWidthUnit.Set(job.Paper.Width.String())
	command.PageHeightUnit.Set(wholePoints(job.Paper.Height).String())
	command.MarginTopUnit.Set(job.Margins.Top.String())
	command.MarginRightUnit.Set(job.Margins.Right.String())
	command.MarginBottomUnit.Set(max(0, job.Margins.Bottom-slack).String())
	command.MarginLeftUnit.Set(job.Margins.Left.String())

	input := wk.NewPage(documentFolder + from)
	input.DisableJavascript.Set(true)
	input.JavascriptDelay.Set(0)
	input.DisableLocalFileAccess.Set(true)
	input.LoadErrorHandling.Set("ignore")
	input.LoadMediaErrorHandling.Set("ignore")
	input.Proxy.Set("http://" + proxy)
	// Without this the engine resolves names itself.
	input.ProxyHostnameLookup.Set(true)
	input.UserStyleSheet.Set(style)
	command.AddPage(input)
	return quote(command.Args())
}

// slack is taken off the bottom margin. Qt rounds papers and margins to whole points, and an element that is as high as
// the page's content would else continue on another page.
const slack = domain.Point / 2

// wholePoints rounds a length up to whole points. Qt itself rounds to the nearest.
func wholePoints(l domain.Length) domain.Length {
	const tolerance = 0.01
	return domain.Length(math.Ceil(float64(l/domain.Point)-tolerance)) * domain.Point
}

// maxLine is how much the program reads as one line. It would take the rest for another document.
const maxLine = 20_000

// quote writes arguments as wkhtmltopdf reads them from a line: separated by blanks, and in quotation marks, inside
// which a backslash escapes the next character. A line break cannot be written.
func quote(args []string) (string, error) {
	var line strings.Builder
	for i, arg := range args {
		if strings.ContainsAny(arg, "\n\r\x00") {
			return "", fmt.Errorf("argument %d, %q, does not fit into a line", i, arg)
		}
		if i > 0 {
			line.WriteByte(' ')
		}
		line.WriteByte('"')
		line.WriteString(escapes.Replace(arg))
		line.WriteByte('"')
	}
	if line.Len() > maxLine {
		return "", fmt.Errorf("arguments of %d bytes do not fit into a line", line.Len())
	}
	line.WriteByte('\n')
	return line.String(), nil
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
