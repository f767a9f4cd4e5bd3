package security_test

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/pdfcheck"
	"platen/ports/rendertest/disarmed"
)

// theft is a way to read a file of the server. {dir} is the path of a folder without its first slash, with marked files x.txt, x.html,
// x.svg, x.css, x.xml and x.xsl.
type theft struct {
	name string
	document
	idle string
}

func (f theft) title() string            { return f.name }
func (f theft) works(engine string) bool { return works(f.idle, engine) }

var thefts = []theft{
	{"image", html(`<img src="file:///{dir}/x.svg">`), ""},
	{"image in case", html(`<img src="FiLe:///{dir}/x.svg">`), ""},
	{"image of one slash", html(`<img src="file:/{dir}/x.svg">`), ""},
	{"image of many slashes", html(`<img src="file://////{dir}/x.svg">`), ""},
	{"image of localhost", html(`<img src="file://localhost/{dir}/x.svg">`), ""},
	{"image of backslashes", html(`<img src="file:\\\{dir}\x.svg">`), weasyprint},
	{"image with a tab", html("<img src='f\til\ne:///{dir}/x.svg'>"), ""},
	{"image with blanks", html("<img src=' \x01 file:///{dir}/x.svg '>"), ""},
	{"image with entities", html(`<img src="&#102;ile&colon;///{dir}/x.svg">`), ""},
	{"image with percents", html(`<img src="file:///{dir}/%78.svg">`), ""},
	{"image by two dots", html(`<img src="file:///usr/../{dir}/x.svg">`), ""},
	{"image by a link", html(`<img src="file:///{dir}/link.svg">`), ""},
	{"image by proc", html(`<img src="file:///proc/self/root/{dir}/x.svg">`), ""},
	{"image without scheme", html(`<img src="/{dir}/x.svg">`), ""},
	{"image of two slashes", html(`<img src="//{dir}/x.svg">`), all},
	{"image of three slashes", html(`<img src="///{dir}/x.svg">`), ""},
	{"image relative", html(`<img src="../../../../../../../../../{dir}/x.svg">`), ""},
	{"image of another host", html(`<img src="file://files.test/{dir}/x.svg">`), all},
	{"image of a share", html(`<img src="\\localhost\{dir}\x.svg">`), weasyprint},
	{"image by a base", html(`<base href="file:///{dir}/"><img src="x.svg">`), ""},
	{"image by the second base", html(`<base href="about:blank"><base href="file:///{dir}/"><img src="x.svg">`), all},
	{"image of a set", html(`<img srcset="file:///{dir}/x.svg 1x">`), weasyprint},
	{"image of input", html(`<input type=image src="file:///{dir}/x.svg">`), weasyprint},
	{"image by view-source", html(`<img src="view-source:file:///{dir}/x.svg">`), all},
	{"image by jar", html(`<img src="jar:file:///{dir}/x.svg!/x">`), all},
	{"image by redirect", html(`<img src="{redirect}">`), all},
	{"body background", html(`<body background="file:///{dir}/x.svg"><p>{own}`), ""},
	{"css background", html(`<b style="display:block;background:url(file:///{dir}/x.svg)">x</b>`), ""},
	{"css content", html(`<style>{b}:after{content:url(file:///{dir}/x.svg)}</style><{b}>x</{b}>`), ""},
	{"css import", html(`<style>@import "file:///{dir}/x.css";</style>`), ""},
	{"css import of url", html(`<style>@import url(file:///{dir}/x.css) print;</style>`), ""},
	{"css link", html(`<link rel=stylesheet href="file:///{dir}/x.css">`), ""},
	{"css link of data", html(`<link rel=stylesheet href="data:text/css,@import%20'file:///{dir}/x.css';">`), ""},
	{"css by redirect", html(`<link rel=stylesheet href="{redirect}?x.css">`), all},
	{"css by a server", html(`<link rel=stylesheet href="{css}">`), ""},
	{"css field", document{CSS: `@import "file:///{dir}/x.css";`}, ""},
	{"frame", html(`<iframe src="file:///{dir}/x.html"></iframe>`), weasyprint},
	{"frame of text", html(`<iframe src="file:///{dir}/x.txt"></iframe>`), weasyprint},
	{"frame of a folder", html(`<iframe width=500 height=500 src="file:///{dir}/"></iframe>`), all},
	{"frame in case", html(`<iframe src=" FILE:/{dir}/x.html"></iframe>`), weasyprint},
	{"frame of svg", html(`<iframe src="file:///{dir}/x.svg"></iframe>`), weasyprint},
	{"frame of xml", html(`<iframe src="file:///{dir}/x.xml"></iframe>`), weasyprint},
	{"frame by view-source", html(`<iframe src="view-source:file:///{dir}/x.html"></iframe>`), all},
	{"frame by filesystem", html(`<iframe src="filesystem:file:///{dir}/x.html"></iframe>`), all},
	{"frame by redirect", html(`<iframe src="{redirect}?x.html"></iframe>`), all},
	{"frame by refresh", html(`<iframe srcdoc="<meta http-equiv=refresh content='0;url=file:///{dir}/x.html'>"></iframe>`), all},
	{"frame by a server", html(`<iframe src="{frame}"></iframe>`), all},
	{"frame in srcdoc", html(`<iframe srcdoc="<iframe src='file:///{dir}/x.html'></iframe>"></iframe>`), weasyprint},
	{"frame in data", html(`<iframe src="data:text/html,<img src='file:///{dir}/x.svg'><iframe src='file:///{dir}/x.html'></iframe>"></iframe>`), all},
	{"frame of a frameset", html(`<iframe srcdoc="<frameset><frame src='file:///{dir}/x.html'></frameset>"></iframe>`), weasyprint},
	{"object", html(`<object data="file:///{dir}/x.html"></object>`), weasyprint},
	{"object of text", html(`<object type="text/plain" data="file:///{dir}/x.txt"></object>`), weasyprint},
	{"object of svg", html(`<object type="image/svg+xml" data="file:///{dir}/x.svg"></object>`), ""},
	{"embed", html(`<embed src="file:///{dir}/x.html">`), weasyprint},
	{"embed of svg", html(`<embed type="image/svg+xml" src="file:///{dir}/x.svg">`), ""},
	{"applet", html(`<applet codebase="file:///{dir}/" code="x.class"></applet>`), all},
	{"svg image", html(`<svg width=90 height=90><image width=90 height=90 xlink:href="file:///{dir}/x.svg"/></svg>`), ""},
	{"svg use", html(`<svg width=90 height=90><use xlink:href="file:///{dir}/x.svg#a"/></svg>`), chrome + weasyprint},
	{"svg feImage", html(`<svg width=90 height=90><filter id=f><feImage xlink:href="file:///{dir}/x.svg"/></filter><rect width=90 height=90 filter="url(#f)"/></svg>`), weasyprint},
	{"svg style", html(`<svg width=90 height=90><style>@import "file:///{dir}/x.css";</style></svg>`), ""},
	{"svg of data", html(`<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink' width='90' height='90'><image width='90' height='90' l:href='file:///{dir}/x.svg'/></svg>">`), both},
	{"svg of data in an object", html(`<object type="image/svg+xml" data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink' width='90' height='90'><image width='90' height='90' l:href='file:///{dir}/x.svg'/></svg>"></object>`), both},
	{"video poster", html(`<video poster="file:///{dir}/x.svg"></video>`), all},
	{"xsl", html(`<iframe src="data:text/xml,<?xml-stylesheet type='text/xsl' href='file:///{dir}/x.xsl'?><a/>"></iframe>`), all},
	{"xml entity", html(`<iframe src="data:text/xml,<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///{dir}/x.txt'>]><a>&amp;x;</a>"></iframe>`), all},
	{"xml inclusion", html(`<iframe src="data:text/xml,<a xmlns:i='http://www.w3.org/2001/XInclude'><i:include parse='text' href='file:///{dir}/x.txt'/></a>"></iframe>`), all},
	{"xml style", html(`<iframe src="data:text/xml,<?xml-stylesheet type='text/css' href='file:///{dir}/x.css'?><a>x</a>"></iframe>`), all},
	{"link attachment", html(`<link rel=attachment href="file:///{dir}/x.txt">`), both},
	{"attached by a link", html(`<a rel=attachment href="file:///{dir}/x.txt">x</a>`), both},
	{"annotation", html(`<annotation file="/{dir}/x.txt" content="/{dir}/x.txt" icon="Graph" title="x" pos-x="9"/>`), all},
	{"link import", html(`<link rel=import href="file:///{dir}/x.html">`), all},
	{"link preload", html(`<link rel=preload as=image href="file:///{dir}/x.svg"><img src="file:///{dir}/x.svg">`), ""},
	{"server side include", html(`<!--#include file="/{dir}/x.txt" --><esi:include src="file:///{dir}/x.txt"/>`), all},
	{"header image", document{Header: `<img src="file:///{dir}/x.svg">`}, ""},
	{"header frame", document{Header: `<iframe src="file:///{dir}/x.html"></iframe>`}, weasyprint},
	{"header css", document{Header: `<link rel=stylesheet href="file:///{dir}/x.css"><b>x</b>`}, ""},
	{"footer image", document{Footer: `<img src="file:///{dir}/x.svg">`}, ""},
	{"footer object", document{Footer: `<object data="file:///{dir}/x.html"></object>`}, weasyprint},
	{"footer base", document{Footer: `<base href="file:///{dir}/"><img src="x.svg">`}, ""},
	{"browser's version", html(`<iframe width=700 height=900 src="chrome://version"></iframe>`), all},
	{"browser's credits", html(`<iframe src="about:credits"></iframe><iframe src="about:version"></iframe>`), all},
	{"resource", html(`<iframe src="res://shell32.dll/2"></iframe><iframe src="resource:///x"></iframe><iframe src="qrc:///x"></iframe>`), all},
	{"environment", html(`<iframe width=700 height=900 src="file:///proc/self/environ"></iframe>`), all},
}

// TestFilesAreNotPrinted puts marked files on the server's disk. Without the defence, they are printed.
func TestFilesAreNotPrinted(t *testing.T) {
	onEngines(t, thefts, func(t *testing.T, engine string) func(*testing.T, []theft) []theft {
		canary := allowedSite()
		allow, service := allowing(t, engine)
		open := start(t, engine, allow, without(t, engine, disarmed.Files))
		return func(t *testing.T, rows []theft) (idle []theft) {
			marks := map[string]mark{}
			for i, f := range rows {
				marks[f.name] = newMark(t, i)
			}
			on := func(f theft) document { return marks[f.name].in(f, canary) }
			answer := pdfcheck.Open(t, print(t, service, together(rows, on).with()).Body).Coarse()
			for _, m := range marks {
				require.False(t, m.isOn(t, answer), m.folder)
			}
			require.NoError(t, untraced(answer))

			// Some of the others keep an engine waiting that may read files.
			working := slices.DeleteFunc(slices.Clone(rows), func(f theft) bool { return !f.works(engine) })
			if len(working) == 0 {
				return nil
			}
			stolen := pdfcheck.Open(t, open.PDF(t, together(working, on).with().json(t)).Body).Coarse()
			for _, f := range working {
				if !marks[f.name].isOn(t, stolen) && (len(rows) > 1 || untraced(stolen) == nil) {
					idle = append(idle, f)
				}
			}
			return idle
		}
	})
}

// untraced checks that a PDF has no attached file, no path and no setting of the server.
var untraced = pdfcheck.All(
	pdfcheck.NoText(marked, "Revision", "XDG_", "QT_QPA"),
	pdfcheck.NoTrace("EmbeddedFile", "/Filespec", os.TempDir(), "file:"),
)
