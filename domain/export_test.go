package domain

// PageRules gives the rules of a document and of the css that goes in.
func PageRules(html, css string) []PageRule { return NewAssembly(html, css).Rules() }

// Assemble makes the sheet of a document in one step.
func Assemble(html, css string, paper Size, margins Margins) PrintJob {
	return NewAssembly(html, css).PrintJob(paper, margins)
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
