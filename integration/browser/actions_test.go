package browser_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// post asks one of the workbench's actions for a small document. fields are header names and values in turn.
func post(t *testing.T, service *harness.Service, action string, fields ...string) (status int, answer string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, service.Admin+"/workbench/"+action, strings.NewReader(`{"html":"<p>{{a}}"}`))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(fields); i += 2 {
		request.Header.Set(fields[i], fields[i+1])
		if fields[i] == "Host" {
			request.Host = fields[i+1]
		}
	}
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(content)
}

// TestActionsAreLimited: the workbench's documents are subject to a client's checks and limits.
func TestActionsAreLimited(t *testing.T) {
	service := harness.Start(t, "PLATEN_RATE_LIMIT_REQUESTS=3", "PLATEN_RATE_LIMIT_WINDOW=1h", "PLATEN_RATE_LIMIT_BURST=3")
	key := []string{"Authorization", "Bearer " + harness.Key}
	for name, c := range map[string]struct {
		fields []string
		status int
	}{
		"no key":                             {nil, 401},
		"a wrong key":                        {[]string{"Authorization", "Bearer wrong"}, 401},
		"another page":                       {append([]string{"Origin", "https://evil.example"}, key...), 403},
		"a page whose name was pointed here": {append([]string{"Host", "evil.example", "Origin", "http://evil.example"}, key...), 421},
	} {
		status, answer := post(t, service, "preview?engine=chrome", c.fields...)
		require.Equal(t, c.status, status, "%s: %s", name, answer)
	}
	status, answer := post(t, service, "pdf?engine=chrome", key...)
	require.Equal(t, 200, status)
	require.True(t, strings.HasPrefix(answer, "%PDF-"))
	status, answer = post(t, service, "preview?engine=chrome&engine=wkhtmltopdf", key...)
	require.Equal(t, 200, status, answer)
	require.Contains(t, answer, `"missing":["a"]`)
	require.Contains(t, answer, `"verdict"`)
	status, answer = post(t, service, "preview?engine=chrome", key...)
	require.Equal(t, 429, status, "a preview with two engines is charged as two documents: %s", answer)
}
