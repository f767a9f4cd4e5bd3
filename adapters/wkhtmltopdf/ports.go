package wkhtmltopdf

import (
	"net/url"
	"regexp"
	"slices"

	"platen/domain"
)

// closedPorts are those that Qt WebKit loads nothing from, so that no server of another protocol is spoken to. It
// tells nobody: neither the exit nor standard error hears of it.
var closedPorts = []string{
	"1", "7", "9", "11", "13", "15", "17", "19", "20", "21", "22", "23", "25", "37", "42", "43", "53", "77", "79", "87",
	"95", "101", "102", "103", "104", "109", "110", "111", "113", "115", "117", "119", "123", "135", "139", "143", "179",
	"389", "465", "512", "513", "514", "515", "526", "530", "531", "532", "540", "556", "563", "587", "601", "636", "993",
	"995", "2049", "3659", "4045", "6000", "6665", "6666", "6667", "6668", "6669", "65535",
}

// withPort finds addresses that name a port, wherever they stand in an attribute or a style sheet.
var withPort = regexp.MustCompile(`(?i)\bhttps?://[^\s/?#'"()<>\\]+:[0-9]+[^\s'"()<>\\]*`)

// refusedPorts gives what a document asks for at closed ports, each address once.
func refusedPorts(document string) (refused []domain.FailedResource) {
	if !withPort.MatchString(document) {
		return nil
	}
	var seen []string
	look := func(text string) {
		for _, address := range withPort.FindAllString(text, -1) {
			u, err := url.Parse(address)
			if err == nil && slices.Contains(closedPorts, u.Port()) && len(seen) < maxAnswers && !slices.Contains(seen, address) {
				seen = append(seen, address)
				refused = append(refused, domain.NewFailedResource(u, "refused: a port of another protocol"))
			}
		}
	}
	for t := range tokens(document) {
		switch {
		case t.raw == "style":
			look(document[t.start:t.end])
		case t.begins():
			for attribute, value := range t.attributes() {
				if loads(t.name, attribute) {
					look(value)
				}
			}
		}
	}
	return refused
}

// loads tells whether an attribute of an element names what is loaded with the document.
func loads(element, attribute string) bool {
	switch attribute {
	case "src", "data", "poster", "background", "style":
		return element != "script"
	case "href", "xlink:href":
		return element == "link" || element == "image" || element == "use"
	}
	return false
}
