package domain

// Metadata is what the author's HTML says of a document, as plain text without line breaks.
type Metadata struct {
	// Title is that of the title element.
	Title string
	// Language is the lang attribute of the root element, a language tag (BCP 47) such as "en-GB".
	Language string
	// Author, Description and Keywords are the contents of the meta elements of these names.
	Author, Description, Keywords string
}
