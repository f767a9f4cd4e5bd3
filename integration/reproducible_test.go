package integration_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/integration/harness"
)

// reproduced returns the PDF of each document of the corpus, by its name, after it has compared the renderings of two services, the second
// of which prints the documents in the opposite order. More renderings are for "make stress".
func reproduced(t *testing.T, setting string) map[string][]byte {
	t.Helper()
	documents := readManifest(t)
	first := renderings(t, documents, setting)
	slices.Reverse(documents)
	second := renderings(t, documents, setting)
	pdfs := map[string][]byte{}
	for _, d := range documents {
		one, other := first[d.Name], second[d.Name]
		require.Equal(t, one.Header.Get("Platen-Fingerprint"), other.Header.Get("Platen-Fingerprint"), d.Name)
		require.True(t, string(one.Body) == string(other.Body), "%s: the second rendering differs from the first", d.Name)
		pdfs[d.Name] = one.Body
	}
	return pdfs
}

// renderings returns the answers of a new service to each document, by its name.
func renderings(t *testing.T, documents []promise, setting string) map[string]harness.Answer {
	t.Helper()
	service := harness.Start(t, setting, "PLATEN_RENDER_REPRODUCIBLE=true")
	defer service.Stop(t)
	answers := map[string]harness.Answer{}
	for _, d := range documents {
		answers[d.Name] = service.PDF(t, d.request(t))
	}
	return answers
}

// TestFingerprint: its parts show the difference between two answers.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	parts := func(body string, settings ...string) map[string]string {
		service := harness.Shared(t, settings...)
		named := map[string]string{}
		value := service.PDF(t, []byte(body)).Header.Get("Platen-Fingerprint")
		for _, part := range regexp.MustCompile(`(\w+)="([0-9a-f]{16})"`).FindAllStringSubmatch(value, -1) {
			named[part[1]] = part[2]
		}
		require.Len(t, named, 4, value)
		return named
	}
	plain := parts(`{"html": "<p>{{a}}</p>", "data": {"a": 1}}`, quick)
	for differs, other := range map[string]map[string]string{
		"":        parts(`{"html": "<p>1</p>"}`, quick), // the same when it is filled
		"request": parts(`{"html": "<p>{{a}}</p>", "data": {"a": 2}}`, quick),
		"service": parts(`{"html": "<p>1</p>"}`, quick, "PLATEN_PAGE_MARGIN=12mm"),
	} {
		for part, digest := range plain {
			require.Equal(t, part != differs, digest == other[part], "%s of the one where %q differs", part, differs)
		}
	}
	require.Equal(t, plain, parts(`{"html": "<p>1</p>"}`, quick, "GOMAXPROCS=7"), "on a machine with other processors")
	other := parts(`{"html": "<p>1</p>"}`, "PLATEN_ENGINE=chrome")
	require.NotEqual(t, plain["engine"], other["engine"])
	require.Equal(t, plain["fonts"], other["fonts"])
}
