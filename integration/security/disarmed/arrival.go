package disarmed

import "encoding/json"

// arrival is a tab's way to a page of ours, by an order whose answer the service is not to hear before the page
// is there: an event of it would be taken for one of the service's own document.
type arrival struct {
	order  int
	answer []byte
	loaded bool
}

// arrived gives what the service is to hear when the browser says something.
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
