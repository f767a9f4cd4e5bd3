package polyfill

import (
	"bytes"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"platen/domain"
	"platen/domain/htmldoc"
)

// blockedPorts are ports from which Qt WebKit loads nothing, since servers of other protocols listen there. It reports
// this neither to the proxy nor on standard error.
var blockedPorts = []string{
	"1", "7", "9", "11", "13", "15", "17", "19", "20", "21", "22", "23", "25", "37", "42", "43", "53", "77", "79", "87",
	"95", "101", "102", "103", "104", "109", "110", "111", "113", "115", "117", "119", "123", "135", "139", "143", "179",
	"389", "465", "512", "513", "514", "515", "526", "530", "531", "532", "540", "556", "563", "587", "601", "636", "993",
	"995", "2049", "3659", "4045", "6000", "6665", "6666", "6667", "6668", "6669", "65535",
}

// withHost finds the host and port of an address that an element loads.
var withHost = regexp.MustCompile(`^\s*(?i:https?:)?//(?:[^/?#\\\s]*@)?([^/?#\\]*)`)

// unreported returns the failures of those of a document's resources that the engine does not load and of which it reports nothing. Each
// address is listed once.
func unreported(document string, loaded []string) (failed []domain.FailedResource) {
	if !htmldoc.MayHaveInvalidAddress(document) && !mentionsAny(document, "data:", "blob:") {
		return nil
	}
	seen := map[string]bool{}
	for _, address := range loaded {
		if resource, fails := failure(address); fails && !seen[address] {
			seen[address], failed = true, append(failed, resource)
		}
	}
	return failed
}

// failure returns the failure of a resource, if it is one of which the engine reports nothing: one at a blocked port, one whose address Qt
// cannot parse, a blob, or data without an image.
func failure(address string) (failed domain.FailedResource, fails bool) {
	if data, is := strings.CutPrefix(strings.TrimSpace(address), "data:"); is && brokenData("data:"+data) {
		return domain.NewFailedResource(&url.URL{Scheme: "data", Opaque: data}, "undecodable data URI"), true
	}
	u, err := url.Parse(withoutBreaks.Replace(strings.TrimSpace(address)))
	switch {
	case invalid(address):
		return domain.InvalidResource(address), true
	case err != nil:
		return domain.FailedResource{}, false
	case u.Scheme == "blob":
		return domain.NewFailedResource(u, "refused: neither http nor https"), true
	}
	isBlocked := u.User == nil && slices.Contains([]string{"", "http", "https"}, u.Scheme) && slices.Contains(blockedPorts, u.Port())
	return domain.NewFailedResource(u, "refused: a port of another protocol"), isBlocked
}

// brokenData reports whether a data: address cannot be decoded, or should hold an image and holds none.
func brokenData(address string) bool {
	u, is := htmldoc.ParseDataURI(address)
	content, decoded := u.Content()
	if !is || !decoded {
		return true
	}
	isSVG := bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(content, []byte(byteOrderMark)), " \t\r\n"), []byte("<"))
	return strings.HasPrefix(u.MediaType, "image/") && !isSVG && !strings.HasPrefix(http.DetectContentType(content), "image/")
}

// withoutBreaks leaves out what URL parsers do (URL Standard, 4.4).
var withoutBreaks = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// invalid reports whether Qt cannot parse an address. It takes a host with a percent sign for an empty one, which the proxy refuses.
func invalid(address string) bool {
	host := withHost.FindStringSubmatch(withoutBreaks.Replace(strings.TrimSpace(address)))
	if host == nil || strings.Contains(host[1], "%") {
		return false
	}
	u, err := url.Parse("http://" + host[1])
	if err != nil || strings.ContainsAny(u.Host, `<>"`) {
		return true
	}
	port, _ := strconv.Atoi(u.Port())
	return port > math.MaxUint16
}

// loads reports whether an attribute of an element is the address of a resource.
func loads(element, attribute string) bool {
	switch attribute {
	case "src", "data", "poster", "background":
		return element != "script"
	case "href", "xlink:href":
		return element == "link" || element == "image" || element == "use"
	}
	return false
}
