package polyfill

import (
	"context"
	"net/url"
	"regexp"
	"slices"

	"platen/domain"
)

// blockedPorts are ports from which Qt WebKit loads nothing, since servers of other protocols listen there. It reports
// this neither to the proxy nor on standard error.
var blockedPorts = []string{
	"1", "7", "9", "11", "13", "15", "17", "19", "20", "21", "22", "23", "25", "37", "42", "43", "53", "77", "79", "87",
	"95", "101", "102", "103", "104", "109", "110", "111", "113", "115", "117", "119", "123", "135", "139", "143", "179",
	"389", "465", "512", "513", "514", "515", "526", "530", "531", "532", "540", "556", "563", "587", "601", "636", "993",
	"995", "2049", "3659", "4045", "6000", "6665", "6666", "6667", "6668", "6669", "65535",
}

// withPort finds addresses with a port in an attribute or a style sheet.
var withPort = regexp.MustCompile(`(?i)\bhttps?://[^\s/?#'"()<>\\]+:[0-9]+[^\s'"()<>\\]*`)

// maxBlocked bounds the addresses that are reported for one document.
const maxBlocked = 50

// OnBlockedPorts returns the resources that a document refers to at blocked ports, each address once.
func OnBlockedPorts(ctx context.Context, document string) (refused []domain.FailedResource) {
	if !withPort.MatchString(document) {
		return nil
	}
	var seen []string
	look := func(text string) {
		for _, address := range withPort.FindAllString(text, -1) {
			u, err := url.Parse(address)
			if err == nil && slices.Contains(blockedPorts, u.Port()) && len(seen) < maxBlocked && !slices.Contains(seen, address) {
				seen = append(seen, address)
				refused = append(refused, domain.NewFailedResource(u, "refused: a port of another protocol"))
			}
		}
	}
	for t := range tokens(ctx, document) {
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

// loads reports whether an attribute of an element is the address of a resource.
func loads(element, attribute string) bool {
	switch attribute {
	case "src", "data", "poster", "background", "style":
		return element != "script"
	case "href", "xlink:href":
		return element == "link" || element == "image" || element == "use"
	}
	return false
}
