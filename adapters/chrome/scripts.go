package chrome

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"platen/domain"
	"platen/domain/htmldoc"
)

// enterWorld makes the world of the service's own scripts in the tab's page. Names that documents give to elements do not reach it. The
// world lasts until the page navigates.
func (t *tab) enterWorld(page session) error {
	made, err := proto.PageCreateIsolatedWorld{FrameID: proto.PageFrameID(t.id), WorldName: "platen"}.Call(page)
	if err == nil {
		t.world = made.ExecutionContextID
	}
	return err
}

// evaluate evaluates an expression in the world of the service's scripts, and awaits its value. The debugger does so although scripts
// are switched off. An exception is an error.
func (t *tab) evaluate(page session, expression string) (*proto.RuntimeRemoteObject, error) {
	got, err := proto.RuntimeEvaluate{Expression: expression, ContextID: t.world, AwaitPromise: true, ReturnByValue: true}.Call(page)
	switch {
	case err != nil:
		return nil, err
	case got.ExceptionDetails != nil:
		return nil, fmt.Errorf("a script of the service failed: %s", got.ExceptionDetails.Text)
	}
	return got.Result, nil
}

// layoutInterval is the time between the forced layouts of a document that loads.
const layoutInterval = 30 * time.Millisecond

// awaitDocument waits for the load event of the document that was set or navigated to, and returns its loader. For most documents it has
// already fired. Since no screen is drawn (see flags), Chrome does not lay out a document while it loads. But resources that SVG use
// elements name are requested by a layout only, and the load event waits for them. So a layout is forced at intervals.
func (t *tab) awaitDocument(page session) (loader string, err error) {
	again := time.NewTicker(layoutInterval)
	defer again.Stop()
	for {
		select {
		case loader := <-t.loaded:
			return loader, nil
		case <-page.ctx.Done():
			return "", context.Cause(page.ctx)
		case <-again.C:
			// The answer needs a layout of all frames. An error means that the document has navigated or the tab has ended;
			// events report both.
			_, _ = t.evaluate(page, "document.elementFromPoint(0, 0), 0")
		}
	}
}

// mostPrints bounds the prints of a document that requests something in each of them.
const mostPrints = 3

// printUntilComplete prints with all that the document refers to. What only page-margin boxes show is requested by the print itself, and
// Chrome may drop it after the print. Chrome does not wait for fonts there, and for pictures at most two seconds (150: not at all), which
// it counts from that print or an earlier one in the tab. Nothing tells whether a picture came in time. So a print that requested
// something is repeated. Chrome 150's load event comes before the requests for pictures that its last style sheet names.
func (t *tab) printUntilComplete(page session, job domain.PrintJob) (content []byte, err error) {
	late := mayLoadLate(job.HTML)
	fonts, err := t.awaitFonts(page, late)
	if err == nil {
		_, err = t.requests.await(page.ctx)
	}
	for more, prints := true, 0; err == nil && more && prints < mostPrints; prints++ {
		before := fonts
		t.requests.ignoreCurrent()
		if content, err = t.browser.engine.printToPDF(page, job); err != nil {
			return nil, err
		}
		if fonts, err = t.awaitFonts(page, late); err != nil {
			return nil, err
		}
		more, err = t.requests.await(page.ctx)
		more = more || fonts != before
	}
	return content, err
}

// mayLoadLate reports whether the document may use web fonts or pictures in page-margin boxes, which may be requested after the load event.
// To ask Chrome takes half a millisecond, a twentieth of the time of a small document. Each linked or imported stylesheet may have both. An
// escape in a style may hide the words, and so may a character reference in a style of SVG or MathML.
func mayLoadLate(html string) bool {
	return strings.Contains(html, `\`) ||
		follows(html, '@', "font-face", "import", "top-", "right-", "bottom-", "left-") || follows(html, '<', "link") ||
		strings.Contains(html, "&") && follows(html, '<', "svg", "math")
}

// follows reports whether one of the words, in any case, follows the character anywhere in the text. The words are in lower case.
func follows(text string, character byte, words ...string) bool {
	for {
		at := strings.IndexByte(text, character)
		if at < 0 {
			return false
		}
		text = text[at+1:]
		for _, word := range words {
			if len(text) >= len(word) && text[0]|0x20 == word[0] && strings.EqualFold(text[:len(word)], word) {
				return true
			}
		}
	}
}

// awaitFonts waits for the fonts that are being loaded, and returns how many fonts were requested so far: 0 where nothing loads late.
// Its answer comes after the events of all requests before.
func (t *tab) awaitFonts(page session, late bool) (int, error) {
	if !late {
		return 0, nil
	}
	requested, err := t.evaluate(page, "document.fonts.ready.then(fonts => [...fonts].filter(f => f.status != 'unloaded').length)")
	if err != nil {
		return 0, fmt.Errorf("load the fonts: %w", err)
	}
	return requested.Value.Int(), nil
}

// prepare changes the document for its print by scripts of the service.
func (t *tab) prepare(page session, job domain.PrintJob) error {
	script, width := "", job.Paper.Width-job.Margins.Left-job.Margins.Right
	for _, part := range []struct {
		asked  bool
		script string
	}{
		{follows(job.HTML, '@', "keyframes", "-webkit-keyframes", "import") || follows(job.HTML, '<', "link"), endAnimations},
		{follows(job.HTML, '<', "li>", "li ", "li\n", "li\r", "li\t"), fillItems},
		// Without "rtl", it cannot run from right to left.
		{follows(job.HTML, 'r', "tl") || follows(job.HTML, 'R', "tl"), fmt.Sprintf(leftwards, width.Inches()*96)},
		{job.PageBoxes, fmt.Sprintf(boxLink, domain.PageBoxURI)},
	} {
		if part.asked {
			script += part.script
		}
	}
	script += nameDestinations(job.Destinations) + completeTags(job)
	if script == "" {
		return nil
	}
	if _, err := t.evaluate(page, script); err != nil {
		return fmt.Errorf("prepare the document: %w", err)
	}
	return nil
}

// endAnimations shows the last frame of animations that end, since what fades in is not seen in the first one. Paused ones stay where their
// delay puts them.
const endAnimations = `for (const a of document.getAnimations())
	if (a.playState == "running" && a.timeline == document.timeline && a.effect.getComputedTiming().endTime < Infinity) a.finish();
`

// fillItems puts a space without width into list items that have a marker, elements and no height. Chrome 156 prints for ever where such an
// item has nothing but an empty block in an inline element, as of a link in place of an icon.
const fillItems = `for (const item of document.querySelectorAll("li")) {
	if (item.offsetHeight || !item.firstElementChild) continue
	const style = getComputedStyle(item)
	if (style.display == "list-item" && style.listStyleType != "none") item.append("\u200b")
}
`

// leftwards makes the next print shrink what is too wide at the left, since Chrome shrinks only what is too wide at the right. It makes a
// document that is wider than a number of pixels and runs from right to left one that runs from left to right and holds such a body. The
// containment keeps the direction of the body from the pages, and its background too, which the root element gets. The first page, which
// was a left one, becomes a right one: so page rules exchange the sides. A style sheet of another site cannot be read: nothing is done then.
const leftwards = `(() => {
	const root = document.documentElement, own = root.style.cssText, body = document.body, of = getComputedStyle(body)
	root.style.setProperty("width", "min-content", "important")
	const wide = root.offsetWidth > %f
	root.style.cssText = own
	if (!wide || of.direction != "rtl") return
	const within = r => r instanceof CSSPageRule ? [r] : [...(r.styleSheet ?? r).cssRules ?? []].flatMap(within)
	let pages
	try { pages = [...document.styleSheets].flatMap(within) } catch { return }
	const other = {left: "right", right: "left"}, {direction, backgroundColor: colour, backgroundImage: image} = getComputedStyle(root)
	if (direction == "rtl") for (const rule of pages) rule.selectorText = rule.selectorText.replace(/(?<=:)(left|right)$/, side => other[side])
	if (colour == "rgba(0, 0, 0, 0)" && image == "none") root.style.background = of.background
	body.style.cssText += ";direction:rtl!important;background:none!important"
	root.style.cssText += ";direction:ltr!important;contain:style!important;min-width:min-content!important"
})();
`

// nameDestinations makes the next print write named destinations for fragments. Chrome writes those of all links in the document, so a
// link to each fragment is added to the head. There it is not laid out, not tagged, and not a sibling of an element of the body,
// whose selectors would count it.
func nameDestinations(fragments []string) (script string) {
	if len(fragments) == 0 {
		return ""
	}
	list, _ := json.Marshal(fragments) // strings always encode
	return fmt.Sprintf(`for (const fragment of %s) {
		const link = document.createElement("a")
		link.href = "#" + fragment
		link.style.setProperty("display", "none", "important")
		document.head.append(link)
	}
	`, list)
}

// boxLink makes the next print write a link around the content of each page. It is put before the body. Chrome repeats a fixed box on
// every page, and clips the rectangle of its annotation to the page's content, which is within the margins, borders and paddings of @page,
// in whole CSS pixels. Tried with Chromium 156: that holds for layers, conditions, calc(), var(), round(), lh, html{zoom}, negative
// margins, writing modes, text from right to left, columns, and page-orientation.
//
//   - "inset: 0" is right on pages of the first page's size only: on others, the box has the first page's width and height. A box that
//     reaches far beyond the page is clipped to the right one on each page. Across lines it may reach as far as it likes. Along the pages
//     it makes a rectangle for each page that it reaches, on every page: it reaches four pages.
//   - An ancestor with transform, filter, contain, will-change or perspective holds the box. Before the body, only the root element can be
//     one; such a document gets no link, which its offsetParent tells. In the top layer (popover) the box is right below such a root, too,
//     but a document whose last element has "break-after: page" gets one page more.
//   - Rules such as a[href]::after{content:attr(href)} do not reach into a shadow root. With aria-hidden, a tagged PDF has no structure for
//     the link.
//   - html{display:none} and html{content-visibility:hidden} have no box: the document has one empty page.
const boxLink = `{
	const host = document.createElement("platen-box"), link = document.createElement("a")
	const initial = "all:initial!important;writing-mode:inherit!important;"
	host.style.cssText = initial + "display:contents!important"
	link.style.cssText = initial + "position:fixed!important;inset-block:0 -400%%!important;inset-inline:-100000px!important"
	link.href = %q
	host.ariaHidden = link.ariaHidden = "true"
	host.attachShadow({mode: "closed"}).append(link)
	document.documentElement.prepend(host)
	if (link.offsetParent) host.remove() // the root element holds it
}
`

// completeTags makes the next print tag what Chrome leaves out of its accessibility tree: the language of an element such as a span, which
// is there with an ARIA attribute that changes nothing, and what the document hides, so that it is told from generated content, which has
// no tags either. Style sheets that select by aria-hidden would apply otherwise then: for those, it stays as it is. A drawing with a title
// or a label becomes an image, which is a figure, and so does an object whose content is not shown instead of it. A picture without text is
// in the tree if it has some other attribute: it is hidden, too.
func completeTags(job domain.PrintJob) (script string) {
	if !job.Tagged {
		return ""
	}
	if strings.Count(job.HTML, "lang") > 1 {
		script = `for (const part of document.body.querySelectorAll("[lang]")) part.ariaBusy ??= "false"; `
	}
	if strings.Contains(job.HTML, "aria-hidden") && !strings.Contains(job.HTML, "[aria-hidden") {
		script += fmt.Sprintf(`for (const part of document.body.querySelectorAll("[aria-hidden=true]"))
			part.ariaHidden = "false", part.role = "figure", part.ariaLabel = %q; `, domain.Decoration)
	}
	if strings.Contains(job.HTML, "<img") {
		script += fmt.Sprintf(`for (const part of document.body.querySelectorAll("img[alt='']:not([role], [aria-label], [aria-labelledby])"))
			part.role = "figure", part.ariaLabel = %q; `, domain.Decoration)
	}
	if strings.Contains(job.HTML, "<svg") {
		script += `for (const part of document.body.querySelectorAll("svg:is([aria-label], [aria-labelledby], [title], :has(> title)):not([role])"))
			part.role = "img", part.ariaLabel ??= part.getAttribute("title"); `
	}
	if strings.Contains(job.HTML, "<object") || strings.Contains(job.HTML, "<embed") {
		script += `for (const part of document.body.querySelectorAll("object:not([role]), embed:not([role])")) {
			const content = document.createRange()
			content.selectNodeContents(part)
			if (!content.getClientRects().length) part.role = "img", part.ariaLabel ??= part.title || part.textContent.trim()
		} `
	}
	return script
}

// unreported are the addresses of elements that did not load without an event: images of data: addresses that are none (the protocol
// reports only data that cannot be decoded), and addresses that Chrome cannot parse. Those are kept as they were written.
const unreported = `[
	[...document.images].filter(i => i.complete && !i.naturalWidth && !i.naturalHeight)
		.map(i => i.currentSrc).filter(a => a.startsWith("data:")),
	[...document.querySelectorAll("img,iframe:not([srcdoc]),embed,object,input[type=image i],link[rel~=stylesheet i]")]
		.map(e => e.currentSrc ?? e.src ?? e.data ?? e.href).filter(a => a && !URL.canParse(a)),
].map(all => all.map(a => a.slice(0, %d)))`

// addUnreported adds elements that did not load to the refused resources.
func (t *tab) addUnreported(page session, html string) error {
	if !strings.Contains(html, "data:") && !htmldoc.MayHaveInvalidAddress(html) {
		return nil
	}
	found, err := t.evaluate(page, fmt.Sprintf(unreported, shownAddress))
	if err != nil {
		return fmt.Errorf("find what did not load: %w", err)
	}
	lists := found.Value.Arr()
	for _, address := range lists[0].Arr() {
		t.requests.add(address.Str(), reasonData)
	}
	for _, address := range lists[1].Arr() {
		t.requests.addOnce(address.Str(), domain.InvalidResource(address.Str()))
	}
	return nil
}
