package chrome

import (
	"encoding/json"
	"fmt"

	"github.com/go-rod/rod/lib/proto"
)

// nameDestinations makes the next print write named destinations of fragments. Chrome writes those that a link of the
// document leads to, wherever the link stands; in the head it is neither laid out nor read aloud, and beside no element of
// the author's that selectors would count it with.
func nameDestinations(page session, fragments []string) error {
	if len(fragments) == 0 {
		return nil
	}
	list, err := json.Marshal(fragments)
	if err != nil {
		return fmt.Errorf("name the destinations: %w", err)
	}
	// Evaluation by the debugger works with scripts switched off.
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
