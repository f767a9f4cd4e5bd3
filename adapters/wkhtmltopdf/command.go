package wkhtmltopdf

import (
	"fmt"
	"path/filepath"
	"strings"

	wk "github.com/SebastiaanKlippert/go-wkhtmltopdf"
)

// environment is all that a process sees of the machine's: nothing of the service's own is in it.
func environment(home, fonts string) []string {
	env := []string{
		"PATH=/usr/local/bin:/usr/bin:/bin",
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8",
		"HOME=" + home, "TMPDIR=" + home,
		"XDG_RUNTIME_DIR=" + home, "XDG_CACHE_HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_DATA_HOME=" + home,
		"QT_QPA_PLATFORM=offscreen",
		"QT_FONT_DPI=" + fontDPI,
	}
	if fonts != "" {
		env = append(env, "FONTCONFIG_FILE="+filepath.Join(fonts, fontsFile))
	}
	return env
}

// keepArgs are the arguments of a kept process: it reads the rest from standard input, a line a document.
func keepArgs() []string {
	command := wk.NewPDFPreparer()
	command.ReadArgsFromStdin.Set(true)
	args := command.Args()
	// The last is the output, which each line names for itself.
	return args[:len(args)-1]
}

// printLine is the line that prints a page to a file, through a proxy.
func printLine(p page, to, proxy string) (string, error) {
	command := wk.NewPDFPreparer()
	command.OutputFile = to
	command.PageWidthUnit.Set(p.sheet.Paper.Width.String())
	command.PageHeightUnit.Set(p.sheet.Paper.Height.String())
	command.MarginTopUnit.Set(p.sheet.Margins.Top.String())
	command.MarginRightUnit.Set(p.sheet.Margins.Right.String())
	command.MarginBottomUnit.Set(p.sheet.Margins.Bottom.String())
	command.MarginLeftUnit.Set(p.sheet.Margins.Left.String())

	input := wk.NewPage(documentFolder + p.name)
	input.DisableJavascript.Set(true)
	input.JavascriptDelay.Set(0)
	input.DisableLocalFileAccess.Set(true)
	input.LoadErrorHandling.Set("ignore")
	input.LoadMediaErrorHandling.Set("ignore")
	input.Proxy.Set("http://" + proxy)
	// Or it would resolve names itself.
	input.ProxyHostnameLookup.Set(true)
	input.UserStyleSheet.Set(styleURL(p.style))
	command.AddPage(input)
	return quote(command.Args())
}

// maxLine is how much of a line the program reads at once; the rest would be another document's.
const maxLine = 20_000

// quote writes arguments as wkhtmltopdf reads them from a line: parted by blanks, in quotes in which a
// backslash takes the next character as it is. There is no way to write a line's end.
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
