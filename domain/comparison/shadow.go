package comparison

import "time"

// Shadow is a document that was rendered by a second engine as well, after its client had it. Its JSON form is a line of
// shadow.dir: numbers, and nothing of the request's text.
type Shadow struct {
	// Time is when the second engine began.
	Time time.Time `json:"time"`
	// Engines are the engine of the service, which is the reference, and the second one.
	Engines []Engine `json:"engines"`
	Document
}
