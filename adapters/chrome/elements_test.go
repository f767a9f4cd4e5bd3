package chrome_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/ports/rendertest"
)

// TestElementsLeaveNothing: each element, and each kind of CSS image, is printed as in a tab that has seen nothing, whatever came before:
// the documents are printed in one tab, then in another tab in the opposite order.
func TestElementsLeaveNothing(t *testing.T) {
	t.Parallel()
	documents := elementDocuments()
	prints := map[string][]byte{}
	cfg := with(1)
	cfg.Recycle = len(documents) + 1
	for pass := range 2 {
		r := start(t, cfg, rendertest.OpenEgress(t))
		for _, document := range documents {
			got := undated(render(t, r, printJob(document)))
			if pass == 0 {
				prints[document] = got
			} else {
				require.True(t, bytes.Equal(prints[document], got), "%s\n%s", document, firstDifference(prints[document], got))
			}
		}
		slices.Reverse(documents)
	}
}

// TestMediaAreAlike: the controls of media, whose pictures arrived at any time, differed from print to print.
func TestMediaAreAlike(t *testing.T) {
	t.Parallel()
	r := start(t, with(1), rendertest.OpenEgress(t))
	for _, document := range []string{"<video controls width=100></video>", "<audio controls></audio>", `<object data="data:video/mp4,x"></object>`} {
		want := undated(render(t, r, printJob(document)))
		for range 8 {
			require.True(t, bytes.Equal(want, undated(render(t, r, printJob(document)))), document)
			render(t, r, printJob("<p>another"))
		}
	}
}

// elements are the elements of the HTML standard (its index, and its obsolete features), and those that browsers once had.
var elements = strings.Fields(`a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body
	br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fencedframe fieldset
	figcaption figure font footer form frame frameset geolocation h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins install isindex kbd keygen
	label legend li link listing main map mark marquee math menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object
	ol optgroup option output p param permission picture plaintext portal pre progress q rb rbc rp rt rtc ruby s samp script search section select
	selectedcontent slot small source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time
	title tr track tt u ul usermedia var video wbr webview xmp`)

// embedding are the elements that take other content by its address.
var embedding = strings.Fields("applet audio body embed fencedframe frame iframe image img input link object portal script source svg track video")

// inputs are the types of input elements.
var inputs = strings.Fields(`button checkbox color date datetime-local email file hidden image month number password radio range reset search
	submit tel text time url week`)

// media are content of the kinds that elements embed.
var media = map[string]string{
	"image/png":       string(mediaPNG),
	"image/svg+xml":   `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">S</text></svg>`,
	"text/html":       `<p>frame<input type=date>`,
	"text/plain":      `text`,
	"text/xml":        `<a><b>x</b></a>`,
	"application/pdf": "%PDF-1.4\n",
	"video/mp4":       "x",
	"audio/mpeg":      "x",
	"text/vtt":        "WEBVTT\n",
}

var mediaPNG, _ = base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

// cssImages are the kinds of images of CSS Images, CSS Masking and CSS Painting; url() and src() have their content in data: addresses.
func cssImages() (images []string) {
	for _, kind := range []string{"image/png", "image/svg+xml", "video/mp4"} {
		images = append(images, fmt.Sprintf("url(%q)", dataAddress(kind)), fmt.Sprintf("src(%q)", dataAddress(kind)),
			fmt.Sprintf("image-set(%q 1x)", dataAddress(kind)))
	}
	for _, gradient := range []string{"linear", "radial", "conic"} {
		images = append(images, gradient+"-gradient(red, blue)", "repeating-"+gradient+"-gradient(red, blue 20%)",
			"-webkit-"+gradient+"-gradient(red, blue)")
	}
	return append(images, "-webkit-gradient(linear, left top, right top, from(red), to(blue))", "element(#x)", "paint(x)", "image(red)",
		"cross-fade("+images[0]+", red)", "-webkit-cross-fade("+images[0]+", "+images[0]+", 50%)", "-webkit-canvas(x)")
}

func dataAddress(kind string) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString([]byte(media[kind]))
}

// elementDocuments are documents with each element, bare, with the attributes that show its controls, and embedding each kind of media;
// with each CSS image in each property that takes one.
func elementDocuments() (documents []string) {
	for _, element := range elements {
		documents = append(documents, fmt.Sprintf("<%s value=1>text</%[1]s>", element), // a progress element without a value moves with time
			fmt.Sprintf("<%s value=1 controls open popover autofocus loop muted autoplay multiple draggable contenteditable usemap=#m id=x>text</%[1]s>", element))
	}
	for _, element := range embedding {
		for kind := range media {
			documents = append(documents, fmt.Sprintf("<%s src=%q data=%[2]q href=%[2]q poster=%[2]q type=%q rel=stylesheet controls>text</%[1]s>",
				element, dataAddress(kind), kind))
		}
	}
	for _, kind := range inputs {
		documents = append(documents, fmt.Sprintf("<input type=%s value=1 list=l><datalist id=l><option>2</datalist>", kind))
	}
	for _, image := range cssImages() {
		var b strings.Builder
		b.WriteString("<p id=x>")
		for _, property := range []string{"background-image", "border-image-source", "list-style-image", "content", "cursor", "mask-image",
			"-webkit-mask-box-image-source", "shape-outside", "filter", "mask-border-source"} {
			fmt.Fprintf(&b, `<div style='display:list-item;float:left;width:9px;height:9px;border:3px solid;%s:%s'>x</div>`, property, image)
		}
		documents = append(documents, b.String())
	}
	return documents
}
