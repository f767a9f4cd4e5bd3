package contract_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/app/contract"
	"platen/integration/harness"
)

// contractText returns the HTTP contract.
var contractText = sync.OnceValue(func() string {
	content, err := os.ReadFile("../../adapters/httpapi/CONTRACT.md")
	if err != nil {
		panic(err)
	}
	return string(content)
})

// run runs platen contract against a service, and gives its output and exit code.
func run(t *testing.T, service *harness.Service, arguments ...string) (output string, code int) {
	t.Helper()
	arguments = append([]string{"contract", "--base-url", service.URL, "--key-env", "API_KEY"}, arguments...)
	command := harness.Command(t, []string{"API_KEY=" + harness.Key}, arguments...)
	content, _ := command.CombinedOutput()
	require.NotContains(t, string(content), harness.Key)
	return string(content), command.ProcessState.ExitCode()
}

// TestSuiteOnEngines: the suite reports no failure on the service. The cases of sections 1, 2 and 5 that lay nothing out are the same on each
// engine, and tried on one.
func TestSuiteOnEngines(t *testing.T) {
	t.Parallel()
	for i, engine := range engines.All().Names() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			service := harness.Start(t, "PLATEN_ENGINE="+engine, "PLATEN_RATE_LIMIT_REQUESTS=1200")
			chosen, skipped := []string{"--slow", "--disruptive"}, 5 // those for the fake
			if i > 0 {
				chosen, skipped = append(chosen, "--only", "2.18", "--only", "3", "--only", "4"), 0
			}
			output, code := run(t, service, chosen...)
			require.Zero(t, code, "%s", output)
			require.Contains(t, output, fmt.Sprintf(" 0 failed, %d skipped", skipped))
		})
	}
}

func TestSuiteOnFake(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	service := harness.StartCommand(t, []string{"fake"}, "PLATEN_RATE_LIMIT_REQUESTS=1200")
	output, code := run(t, service, "--slow", "--disruptive", "--junit", filepath.Join(folder, "r.xml"), "--json", filepath.Join(folder, "r.json"))
	require.Zero(t, code, "%s", output)

	var report struct {
		Cases []struct{ ID, Name, Result, Message string }
	}
	content, err := os.ReadFile(filepath.Join(folder, "r.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(content, &report))
	require.Len(t, report.Cases, len(contract.Cases()))
	var junit struct {
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Cases    []struct{} `xml:"testcase"`
	}
	content, err = os.ReadFile(filepath.Join(folder, "r.xml"))
	require.NoError(t, err)
	require.NoError(t, xml.Unmarshal(content, &junit))
	require.Equal(t, len(contract.Cases()), junit.Tests)
	require.Len(t, junit.Cases, junit.Tests)
	require.Zero(t, junit.Failures)
}

// TestSuiteOnLargeLimits: a limit that the suite cannot spend is no fault.
func TestSuiteOnLargeLimits(t *testing.T) {
	t.Parallel()
	service := harness.StartCommand(t, []string{"fake"}, "PLATEN_RATE_LIMIT_REQUESTS=1000000", "PLATEN_RATE_LIMIT_BURST=6000")
	output, code := run(t, service, "--only", "5.23", "--disruptive")
	require.Zero(t, code, "%s", output)
	require.Contains(t, output, "do not spend the key's rate limit")
}

// TestSuiteTellsFailures: a failed case shows the expectation, the answer and the request.
func TestSuiteTellsFailures(t *testing.T) {
	t.Parallel()
	service := harness.StartCommand(t, []string{"fake"}, "PLATEN_TEMPLATE_ESCAPE=html", "PLATEN_PAGE_MARGIN=20mm")
	output, code := run(t, service, "--only", "2", "--only", "3.4", "--skip", "2.8")
	require.Equal(t, 3, code, "%s", output)
	require.Regexp(t, `(?m)^FAIL  2\.5 +values go in verbatim\n +expected: .*\n +got: .*\n +request:  curl .*\$API_KEY`, output)
	require.Regexp(t, `(?m)^FAIL  3\.4 `, output)
	require.Regexp(t, `(?m)^ok    2\.4 `, output)
	require.NotRegexp(t, `(?m)^\w+ +(2\.8|1\.1|3\.5) `, output)
}

// TestSuiteOnUnusableServers: all cases fail on a server that does not answer, and on one that does not take the key.
func TestSuiteOnUnusableServers(t *testing.T) {
	t.Parallel()
	service := harness.StartCommand(t, []string{"fake"}, "PLATEN_AUTH_KEYS=other=another")
	for message, arguments := range map[string][]string{
		"does not take the key in API_KEY: 401": {"--only", "2.4"},
		"does not answer":                       {"--only", "2.4", "--base-url", "http://127.0.0.1:1"},
	} {
		output, code := run(t, service, arguments...)
		require.Equal(t, 3, code, "%s", output)
		require.Regexp(t, `(?m)^FAIL  2\.4 .*\n.*`+message, output)
	}
}

func TestSuiteUsage(t *testing.T) {
	t.Parallel()
	service := harness.StartCommand(t, []string{"fake"})
	for part, arguments := range map[string][]string{
		"--base-url":                    {"--base-url", "ftp://x"},
		"9.9":                           {"--only", "9.9"},
		"no case":                       {"--only", "2.4", "--skip", "2"},
		"/no/such/r.json: no such file": {"--json", "/no/such/r.json"},
		"NO_KEY_HERE":                   {"--key-env", "NO_KEY_HERE"},
	} {
		output, code := run(t, service, arguments...)
		require.Equal(t, 2, code, "%s", output)
		require.Contains(t, output, part)
	}
	list, code := run(t, service, "--list")
	require.Zero(t, code)
	require.Contains(t, list, "\n2.4 nothing substituted in is scanned again\n")
	require.Equal(t, len(contract.Cases()), strings.Count(list, "\n"))
	list, code = run(t, service, "--list", "--only", "2.4")
	require.Zero(t, code)
	require.Equal(t, "2.4 nothing substituted in is scanned again\n", list)
}

// TestGivenLines: each given statement of the contract has a case, and each case quotes the contract.
func TestGivenLines(t *testing.T) {
	t.Parallel()
	sections := regexp.MustCompile(`(?m)^## (\d+)\. `).FindAllStringSubmatchIndex(contractText(), -1)
	require.Greater(t, len(sections), 5)
	given := 0
	for i, at := range sections[:5] {
		section := contractText()[at[0]:sections[i+1][0]]
		number := contractText()[at[2]:at[3]]
		quoted := quotes(t, section, contractText())
		for _, s := range statements(section) {
			given++
			require.True(t, slices.ContainsFunc(quoted, func(q [2]int) bool { return q[0] < s[1] && q[1] > s[0] }),
				"no case is about this given statement of section %s: %s", number, section[s[0]:s[1]])
		}
	}
	require.Greater(t, given, 20)
}

// quotes are the passages of a section that cases quote. Quotes of cases of other sections count if they are in the section.
func quotes(t *testing.T, section, all string) (found [][2]int) {
	for _, c := range contract.Cases() {
		require.NotEmpty(t, c.Quotes, c.ID)
		for _, quote := range c.Quotes {
			require.True(t, strings.Contains(all, quote), "case %s quotes what the contract does not say: %s", c.ID, quote)
			if at := strings.Index(section, quote); at >= 0 {
				found = append(found, [2]int{at, at + len(quote)})
			}
		}
	}
	return found
}

// marks are [given], [given: why], [decided] and the last cell of a row that is given or decided.
var marks = regexp.MustCompile(`\[(given|decided)[^\]]*\]|\| (given|decided) \|`)

// statements are the pieces of text before a given mark, from the mark before it or the beginning of the line.
func statements(section string) (given [][2]int) {
	offset := 0
	for line := range strings.SplitAfterSeq(section, "\n") {
		begin := 0
		if strings.Contains(line, "[given]/[decided]") {
			offset += len(line) // the head of the table
			continue
		}
		for _, m := range marks.FindAllStringIndex(line, -1) {
			// A mark at the beginning of a cell belongs to the text after it.
			end := m[1]
			if strings.HasSuffix(strings.TrimRight(line[:m[0]], " "), "|") && !strings.HasSuffix(line[m[0]:m[1]], "|") {
				next := marks.FindStringIndex(line[m[1]:])
				end = len(line)
				if next != nil {
					end = m[1] + next[0]
				}
			}
			if strings.Contains(line[m[0]:m[1]], "given") {
				given = append(given, [2]int{offset + begin, offset + end})
			}
			begin = m[1]
		}
		offset += len(line)
	}
	return given
}
