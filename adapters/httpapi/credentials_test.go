package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

func TestAuthorization(t *testing.T) {
	for _, c := range []struct {
		name   string
		fields []string
		status int
	}{
		{"as documented", []string{"Bearer " + goodKey}, 200},
		{"lower case", []string{"bearer " + goodKey}, 200},
		{"mixed case", []string{"bEaReR " + goodKey}, 200},
		{"several blanks", []string{"Bearer    " + goodKey}, 200},
		{"a tab", []string{"Bearer\t" + goodKey}, 200},
		{"blanks after", []string{"Bearer " + goodKey + "  \t"}, 200},
		{"blanks before", []string{"  Bearer " + goodKey}, 200},
		{"none", nil, 401},
		{"empty", []string{""}, 401},
		{"the scheme alone", []string{"Bearer"}, 401},
		{"an empty key", []string{"Bearer "}, 401},
		{"blanks for a key", []string{"Bearer  \t "}, 401},
		{"no blank", []string{"Bearer" + goodKey}, 401},
		{"a colon", []string{"Bearer:" + goodKey}, 401},
		{"the key alone", []string{goodKey}, 401},
		{"another scheme", []string{"Basic " + goodKey}, 401},
		{"a longer scheme", []string{"Bearers " + goodKey}, 401},
		{"another key", []string{"Bearer " + goodKey + "x"}, 401},
		{"part of a key", []string{"Bearer " + goodKey[:8]}, 401},
		{"another case", []string{"Bearer " + strings.ToUpper(goodKey)}, 401},
		{"more behind", []string{"Bearer " + goodKey + " x"}, 401},
		{"a list", []string{"Bearer " + goodKey + ", Bearer x"}, 401},
		{"twice the same", []string{"Bearer " + goodKey, "Bearer " + goodKey}, 401},
		{"a bad one, then a good one", []string{"Bearer x", "Bearer " + goodKey}, 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t)
			r := s.request(strings.NewReader(small), "Authorization", "")
			for _, f := range c.fields {
				r.Header.Add("Authorization", f)
			}
			got := s.do(r)
			if c.status == 200 {
				require.Equal(t, 200, got.StatusCode, "body: %s", got.body)
				return
			}
			failure(t, got, 401, domain.Unauthorized)
			require.Equal(t, []string{"Bearer"}, got.Header.Values("WWW-Authenticate"))
			require.True(t, got.Close, "the connection must close: the body was not read")
			require.Zero(t, s.limits.count(), "a token was taken")
			require.Zero(t, s.printer.count())
			for _, key := range s.keys.asked {
				require.NotEmpty(t, key)
			}
		})
	}
}

// The message says what is wrong with the form of the credentials, and nothing of the key.
func TestUnauthorizedMessages(t *testing.T) {
	s := start(t)
	for want, fields := range map[string][]string{
		"there is no header Authorization":                          {},
		"the header X-Api-Key is not read":                          {"X-API-Key", goodKey},
		"the header Authorization does not begin with a scheme":     {"Authorization", goodKey},
		"the header Authorization has another scheme than Bearer":   {"Authorization", "Basic " + goodKey},
		"the header Authorization has no key after the word Bearer": {"Authorization", "Bearer"},
	} {
		message := failure(t, s.do(s.request(strings.NewReader(small), append([]string{"Authorization", ""}, fields...)...)), 401, domain.Unauthorized)
		require.Equal(t, "an API key is needed: "+want+": send the header Authorization: Bearer <key>, once", message)
	}
	r := s.request(strings.NewReader(small))
	r.Header.Add("Authorization", "Bearer x")
	require.Contains(t, failure(t, s.do(r), 401, domain.Unauthorized), "there are several headers Authorization")
	require.Equal(t, "the API key is not valid", failure(t, s.do(s.request(strings.NewReader(small), "Authorization", "Bearer x")), 401, domain.Unauthorized))
}

// For any field, the keyring receives a whole and trimmed key from the field or nothing, and only keys that it knows are
// accepted.
func FuzzAuthorization(f *testing.F) {
	for _, seed := range []string{"Bearer " + goodKey, "bearer\t\t" + goodKey + " ", "Bearer", "", "Bearer \x00", "BEARER ſ", "Bearer a b"} {
		f.Add(seed, "application/json", "id-1")
	}
	f.Fuzz(func(t *testing.T, field, media, id string) {
		s := fresh(t)
		r := httptest.NewRequest(http.MethodPost, operation, strings.NewReader(small))
		r.Header["Authorization"] = []string{field}
		r.Header["Content-Type"] = []string{media}
		r.Header["X-Request-Id"] = []string{id}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)

		for _, key := range s.keys.asked {
			require.NotEmpty(t, key)
			require.Equal(t, strings.Trim(key, " \t"), key)
			require.True(t, strings.HasSuffix(strings.TrimRight(field, " \t"), key))
			scheme := strings.TrimSuffix(strings.Trim(field, " \t"), key)
			require.Equal(t, "bearer", strings.ToLower(strings.Trim(scheme, " \t")))
			require.NotEqual(t, strings.TrimRight(scheme, " \t"), scheme, "no blank before the key")
		}
		known := len(s.keys.asked) == 1 && s.keys.asked[0] == goodKey
		switch w.Code {
		case 200, 415:
			require.True(t, known)
		case 401:
			require.False(t, known)
		default:
			t.Fatalf("status %d", w.Code)
		}
		for _, c := range w.Header().Get("X-Request-Id") {
			require.True(t, c >= ' ' && c <= '~')
		}
		require.NotEmpty(t, w.Header().Get("X-Request-Id"))
	})
}
