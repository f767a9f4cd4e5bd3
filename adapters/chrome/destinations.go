package chrome

import (
	"encoding/json"
	"fmt"

	"github.com/go-rod/rod/lib/proto"
)

// nameDestinations makes the next print write named destinations for fragments. Chrome writes those of all links in the document, so a
// link to each fragment is added to the head. There it is not laid out, not tagged, and not a sibling of an element of the body,
// whose selectors would count it.
func nameDestinations(page session, fragments []string) error {
	if len(fragments) == 0 {
		return nil
	}
	list, err := json.Marshal(fragments)
	if err != nil {
		return fmt.Errorf("name the destinations: %w", err)
	}
	// The debugger evaluates scripts although they are switched off.
	add := fmt.Sprintf(`for (const fragment of %s) {
		const link = document.createElement("a")
		link.href = "#" + fragment
		link.style.setProperty("display", "none", "important")
		document.head.append(link)
	}`, list)
	if _, err := (proto.RuntimeEvaluate{Expression: add}).Call(page); err != nil {
		return fmt.Errorf("name the destinations: %w", err)
	}
	return nil
}
