package domain

// Data holds the values of a request's placeholders: one JSON object, kept as the client wrote it, so that numbers
// keep their digits. The zero value holds no values. Safe for concurrent use.
type Data struct {
	// json is the valid JSON text of an object; empty: no data.
	json string
}

// JSON returns the text of the object as the client wrote it, or "" without data.
func (d Data) JSON() string { return d.json }
