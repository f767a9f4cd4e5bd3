package domain

// Data holds the values of a request's placeholders: one JSON object, kept as it was written, so that a number
// is filled in exactly as the client spelt it. The zero value holds none. Data never changes, so it is safe for
// concurrent use.
type Data struct {
	// json is an object's valid JSON text; empty: no data.
	json string
}

// ParseData reads one JSON object, or null for no data, as ParseRequest reads the field data.
func ParseData(text []byte) (Data, error) {
	if err := checkJSON("the data", text); err != nil {
		return Data{}, err
	}
	switch kind := kindOf(text); kind {
	case "an object":
		return Data{json: string(text)}, nil
	case "null":
		return Data{}, nil
	default:
		return Data{}, Invalidf("the data must be one JSON object, not %s", kind)
	}
}
