package chrome

import (
	"fmt"

	"github.com/go-rod/rod/lib/proto"

	"platen/domain"
)

// boxLink is put before the body, as a link in a shadow root that no style sheet reaches. Chrome repeats a fixed box on every page, and
// clips it to the page's content. The package comment of domain/page has what was tried.
const boxLink = `{
	const host = document.createElement("platen-page"), link = document.createElement("a"), initial = "all:initial!important;writing-mode:inherit!important;"
	host.style.cssText = initial + "display:contents!important"
	link.style.cssText = initial + "position:fixed!important;inset-block:0 -400%%!important;inset-inline:-100000px!important"
	link.href = %q
	host.ariaHidden = link.ariaHidden = "true"
	host.attachShadow({mode: "closed"}).append(link)
	document.documentElement.prepend(host)
	if (link.offsetParent) host.remove() // the root element holds it
}`

// markPageBoxes makes the next print write a link around the content of each page, if that is asked for.
func markPageBoxes(page session, asked bool) error {
	if !asked {
		return nil
	}
	// The debugger evaluates scripts although they are switched off.
	if _, err := (proto.RuntimeEvaluate{Expression: fmt.Sprintf(boxLink, domain.PageBoxURI)}).Call(page); err != nil {
		return fmt.Errorf("mark the boxes of pages: %w", err)
	}
	return nil
}
