package domain

// Data holds the values of a request's placeholders: one JSON object, kept as it was written, so that a number
// is filled in exactly as the client spelt it. The zero value holds none. Data never changes, so it is safe for
// concurrent use.
type Data struct {
	// json is an object's valid JSON text; empty: no data.
	json string
}
