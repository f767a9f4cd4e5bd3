package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

func TestPreferStrict(t *testing.T) {
	const body = `{"html":"x","HTML":1,"header":2,"HTML":3}`
	for _, c := range []struct {
		prefer []string
		strict bool
	}{
		{nil, false},
		{[]string{"handling=strict"}, true},
		{[]string{`Handling = "strict" ; a=b, respond-async`}, true},
		{[]string{"respond-async, wait=10", "handling=strict"}, true},
		{[]string{`x="handling=strict, handling=strict\", handling=strict"`}, false},
		{[]string{`x="a\"b;c", handling=strict`}, true},
		{[]string{"handling=lenient"}, false},
		{[]string{"handling=lenient, handling=strict"}, false},
		{[]string{"handling=strict", "handling=lenient"}, true},
		{[]string{"handling"}, false},
		{[]string{"strict"}, false},
		{[]string{"handling=strictly"}, false},
		{[]string{"x; handling=strict"}, false},
	} {
		t.Run(strings.Join(c.prefer, " + "), func(t *testing.T) {
			s := start(t)
			request := func(content string) *http.Request {
				r := s.request(strings.NewReader(content))
				r.Header["Prefer"] = c.prefer
				return r
			}
			require.Equal(t, 200, s.do(request(body)).StatusCode)
			require.Equal(t, c.strict, s.printer.requests[0].Strict)
			if c.strict {
				require.Equal(t, []string{"HTML", "header"}, s.printer.requests[0].Unknown)
			} else {
				require.Nil(t, s.printer.requests[0].Unknown)
			}
			want := ""
			if c.strict {
				want = "handling=strict"
			}
			other := request("")
			other.URL.Path = "/other"
			for _, r := range []*http.Request{request(body), request("{"), other} {
				require.Equal(t, want, s.do(r).Header.Get("Preference-Applied"))
			}
			r := request(body)
			r.Header.Del("Authorization")
			refused := s.do(r)
			failure(t, refused, 401, domain.Unauthorized)
			require.Equal(t, want, refused.Header.Get("Preference-Applied"))
		})
	}
}
