package contract

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"platen/domain"
)

// expectation checks one property of an answer. Its error is a Mismatch.
type expectation func(*Answer) error

// status checks the status.
func status(want int) expectation {
	return func(a *Answer) error { return need(a.Status == want, fmt.Sprint(want), a.String()) }
}

// field checks that a header field has the value.
func field(name, value string) expectation {
	return fieldLike(name, regexp.QuoteMeta(value), value)
}

// fieldLike checks that a regular expression matches the whole value of a header field; described says it in words.
func fieldLike(name, pattern, described string) expectation {
	want := regexp.MustCompile("^(?:" + pattern + ")$")
	return func(a *Answer) error {
		values := a.Header.Values(name)
		return need(len(values) == 1 && want.MatchString(values[0]), name+": "+described, gotField(a, name))
	}
}

// absent checks that there is no such header field.
func absent(name string) expectation {
	return func(a *Answer) error { return need(len(a.Header.Values(name)) == 0, "no "+name, gotField(a, name)) }
}

// gotField describes a field of an answer.
func gotField(a *Answer, name string) string {
	if values := a.Header.Values(name); len(values) > 0 {
		return name + ": " + strings.Join(values, ", and ")
	}
	return fmt.Sprintf("%d without %s", a.Status, name)
}

// The fields whose values vary.
var (
	requestID  = fieldLike("X-Request-Id", "[ -~]{1,128}", "1 to 128 printable ASCII characters")
	retryAfter = fieldLike("Retry-After", "[1-9][0-9]*", "whole seconds, at least 1")
)

// message checks that the message of a failure contains each part.
func message(parts ...string) expectation {
	return func(a *Answer) error {
		p, err := a.problem()
		for _, part := range parts {
			if err == nil && !strings.Contains(fmt.Sprint(p.Error), part) {
				err = mismatch(fmt.Sprintf("a message that names %q", part), a.String())
			}
		}
		return err
	}
}

// onPage checks one page's text, counted from 1.
func onPage(number int, check func(domain.PageText) error) expectation {
	return func(a *Answer) error {
		pages, err := a.document()
		if err != nil {
			return err
		}
		if number > len(pages) {
			return mismatch(fmt.Sprintf("a page %d", number), fmt.Sprintf("%d pages", len(pages)))
		}
		return check(pages[number-1])
	}
}

// says checks that a page has each text.
func says(page int, parts ...string) expectation {
	return onPage(page, func(p domain.PageText) error { return contains(p, page, true, parts) })
}

// silentOn checks that a page does not have the text; other pages may have it.
func silentOn(page int, part string) expectation {
	return onPage(page, func(p domain.PageText) error { return contains(p, page, false, []string{part}) })
}

// contains checks that a page has each text, or that it has none of them.
func contains(p domain.PageText, number int, want bool, parts []string) error {
	for _, part := range parts {
		if strings.Contains(textOf(p), plain(part)) != want {
			return mismatch(fmt.Sprintf("%s%q on page %d", map[bool]string{false: "no "}[want], part, number), fmt.Sprintf("%.300q", textOf(p)))
		}
	}
	return nil
}

// onPages checks every page's text, counted from 1.
func onPages(check func(number int, page domain.PageText) error) expectation {
	return func(a *Answer) error {
		pages, err := a.document()
		for i, page := range pages {
			if err := check(i+1, page); err != nil {
				return err
			}
		}
		return err
	}
}

// never checks that no page has any of the texts.
func never(parts ...string) expectation {
	return onPages(func(number int, p domain.PageText) error { return contains(p, number, false, parts) })
}

// pages checks the number of pages.
func pages(want int) expectation {
	return func(a *Answer) error {
		pages, err := a.document()
		if err == nil && len(pages) != want {
			err = mismatch(fmt.Sprintf("%d pages", want), fmt.Sprint(len(pages)))
		}
		return err
	}
}

// paper checks the size of every page to 1 mm, in millimetres.
func paper(width, height float64) expectation {
	return onPages(func(number int, p domain.PageText) error {
		w, h := p.Size.Width.Millimetres(), p.Size.Height.Millimetres()
		return need(math.Abs(w-width) <= 1 && math.Abs(h-height) <= 1, fmt.Sprintf("paper of %.0f × %.0f mm", width, height),
			fmt.Sprintf("%.1f × %.1f mm on page %d", w, h, number))
	})
}

// leftOf checks the distance of a text's line from the left edge of page 1, to 1 mm, in millimetres.
func leftOf(text string, want float64) expectation {
	return onPage(1, func(p domain.PageText) error {
		line, found := find(p, text)
		return need(found && math.Abs(line.Left.Millimetres()-want) <= 1, fmt.Sprintf("%q %.0f mm from the left edge", text, want),
			where(line, found))
	})
}

// ofFailure checks the JSON of a failure, whatever its status. Other cases check whether a request fails.
func ofFailure(check func(*Answer, problem) error) expectation {
	return func(a *Answer) error {
		if a.Status < 400 {
			return nil
		}
		p, err := a.problem()
		if err != nil {
			return err
		}
		return check(a, p)
	}
}

// inForm checks that a failure is the contract's JSON.
var inForm = ofFailure(func(a *Answer, p problem) error {
	if got := a.Header.Get("Content-Type"); got != "application/json" && !strings.HasPrefix(got, "application/json;") {
		return mismatch("Content-Type: application/json", fmt.Sprintf("%q", got))
	}
	text, _ := p.Error.(string)
	return need(text != "" && p.Code != "" && p.RequestID != "", "the strings error, code and requestId", a.String())
})

// ownCode checks that the failure's code is the one of its status, if the contract has the status.
var ownCode = ofFailure(func(a *Answer, p problem) error {
	for want, status := range domain.Statuses {
		if status == a.Status && p.Code != string(want) {
			return mismatch(fmt.Sprintf("the code %q for a %d", want, a.Status), fmt.Sprintf("%q", p.Code))
		}
	}
	return nil
})

// sameID checks that the request id of the header is that of the body.
var sameID = ofFailure(func(a *Answer, p problem) error {
	got := a.Header.Get("X-Request-Id")
	return need(got != "" && got == p.RequestID, "the same id in X-Request-Id and requestId",
		fmt.Sprintf("%s, and requestId %q", gotField(a, "X-Request-Id"), p.RequestID))
})

// leak matches what no message may show: a path, a stack, a memory address, an engine's raw output.
var leak = regexp.MustCompile(`goroutine \d|\.go:\d|0x[0-9a-f]{6}|(^|[\s"'(])/(tmp|usr|home|root|var|etc|opt|proc)/|DevTools|net::ERR|file:|(?i)exception in|traceback|panic:`)

// discreet checks that the message of a failure shows no internals of the server.
func discreet(a *Answer) error {
	if a.Status < 400 {
		return nil // a document may say anything
	}
	found := leak.Find(a.Body)
	return need(found == nil, "a message without internals of the server", fmt.Sprintf("%q in %s", found, a))
}

// closes checks that the server closes the connection.
func closes(a *Answer) error { return need(a.Closes, "Connection: close", gotField(a, "Connection")) }

// each makes an exchange of each request, with the same expectations.
func each(requests []request, expect ...expectation) (exchanges []exchange) {
	for _, r := range requests {
		exchanges = append(exchanges, exchange{request: r, expect: expect})
	}
	return exchanges
}

// one makes a single exchange.
func one(r request, expect ...expectation) []exchange { return each([]request{r}, expect...) }

// then joins exchanges.
func then(all ...[]exchange) []exchange { return slices.Concat(all...) }
