package integration_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"platen/integration/harness"
)

// reproduced gives the PDF of each document of the corpus, by its name, after it has compared three renderings of it. More renderings are
// for "make stress".
func reproduced(t *testing.T, setting string) map[string][]byte {
	t.Helper()
	documents := readManifest(t)
	first := renderings(t, documents, 2, setting)
	slices.Reverse(documents)
	second := renderings(t, documents, 1, setting)
	pdfs := map[string][]byte{}
	for _, d := range documents {
		all := slices.Concat(first[d.Name], second[d.Name])
		require.Len(t, all, 3)
		for i, answer := range all {
			require.Equal(t, all[0].Header.Get("Platen-Fingerprint"), answer.Header.Get("Platen-Fingerprint"), "%s, rendering %d", d.Name, i+1)
			require.True(t, string(all[0].Body) == string(answer.Body), "%s: rendering %d differs from the first", d.Name, i+1)
		}
		pdfs[d.Name] = all[0].Body
	}
	return pdfs
}

// renderings gives the answers of a new service to each document, by its name. The service has a number of workers, all of which a
// document's copies occupy at once.
func renderings(t *testing.T, documents []promise, workers int, setting string) map[string][]harness.Answer {
	t.Helper()
	service := harness.Start(t, setting, "PLATEN_RENDER_REPRODUCIBLE=true", fmt.Sprint("PLATEN_RENDER_CONCURRENCY=", workers))
	defer service.Stop(t)
	answers := map[string][]harness.Answer{}
	for _, d := range documents {
		body := d.request(t)
		some := make([]harness.Answer, workers)
		var group errgroup.Group
		for i := range some {
			group.Go(func() (err error) {
				some[i], err = service.Post(t.Context(), body)
				return err
			})
		}
		require.NoError(t, group.Wait())
		for _, answer := range some {
			require.Equal(t, 200, answer.Status, "%s: %s", d.Name, answer.Body)
		}
		answers[d.Name] = some
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
	other := parts(`{"html": "<p>1</p>"}`, "PLATEN_ENGINE=chrome")
	require.NotEqual(t, plain["engine"], other["engine"])
	require.Equal(t, plain["fonts"], other["fonts"])
}
