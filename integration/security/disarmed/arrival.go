package disarmed

import "encoding/json"

// arrival is the navigation of a tab to a page of the test, by a command whose answer is withheld from the service until the page is
// loaded: the service would take its events for those of its own document.
type arrival struct {
	order  int
	answer []byte
	loaded bool
}

// arrived gives the messages for the service after a message of the browser.
func (c *conversation) arrived(content []byte) (said [][]byte) {
	var m message
	if len(c.arrivals) == 0 || json.Unmarshal(content, &m) != nil || c.arrivals[m.Session] == nil {
		return [][]byte{content}
	}
	a := c.arrivals[m.Session]
	switch {
	case m.ID == a.order:
		a.answer = content
	case m.Method == "Page.loadEventFired":
		a.loaded = true
	default:
		return [][]byte{content}
	}
	if !a.loaded || a.answer == nil {
		return nil
	}
	delete(c.arrivals, m.Session)
	return [][]byte{a.answer}
}
