package command

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"platen/adapters/comparereport"
	"platen/adapters/engines"
	"platen/app"
	"platen/app/compare/verdict"
	"platen/domain/comparison"
)

// compareFlags are the command line of `platen compare`.
type compareFlags struct {
	engines  []string
	out      string
	runs     int
	maxScore float64
	baseline string
	rules    string
	junit    string
	markdown string
	// reportURL is where readers of the Markdown find the folder of the report; empty: beside it.
	reportURL string
	shadow    string
	choose    bool
}

// fromLines: nothing is rendered, since the numbers of a shadow are there.
func (f compareFlags) fromLines() bool { return f.shadow != "" && len(f.engines) == 0 }

// reportAddress is the address of the report's folder for the Markdown.
func (f compareFlags) reportAddress() string {
	if f.reportURL != "" {
		return f.reportURL
	}
	beside, err := filepath.Rel(filepath.Dir(f.markdown), f.out)
	if err != nil {
		return f.out // one of the two is absolute
	}
	return (&url.URL{Path: filepath.ToSlash(beside)}).EscapedPath()
}

// register adds them to the command.
func (f *compareFlags) register(command *cobra.Command) {
	set := command.Flags()
	set.StringArrayVarP(&f.engines, "engine", "e", nil, "`SPEC` of an engine; the first is the reference")
	set.StringVarP(&f.out, "out", "o", "report", "`folder` of the report")
	set.IntVar(&f.runs, "runs", 1, "how often each engine renders each document, for times")
	set.Float64Var(&f.maxScore, "max-score", -1, "end with 3 if a document scores above it, 0 to 100")
	set.Lookup("max-score").DefValue = "no limit"
	set.StringVar(&f.baseline, "baseline", "", "an earlier report.json; end with 3 if a document is worse than there")
	set.StringVar(&f.rules, "rules", "", "`file` of what may differ in which documents, and how much")
	set.StringVar(&f.junit, "junit", "", "also write the result as JUnit XML to this `file`")
	set.StringVar(&f.markdown, "markdown", "", "also write a summary for a pull request as Markdown to this `file`")
	set.StringVar(&f.reportURL, "report-url", "",
		"`address` at which readers of --markdown find the folder --out (default: its relative path)")
	set.StringVar(&f.shadow, "shadow", "", "report on this `folder`, the shadow.dir of a service")
	set.BoolVar(&f.choose, "choose", false, "also say for each document which engine loses nothing and costs least")
}

func compareLong(registry engines.Registry) string {
	return `Render each request by two or more engines, compare the PDFs as a person would, and write a report: words
that are lost, changed, cut or moved, pages that break elsewhere, and everything else that can be seen.

An engine is named by a SPEC; the first is the reference:
  NAME                         an engine of this machine, with the settings of --config: ` + strings.Join(registry.Names(), ", ") + `
  NAME,bin=/opt/engine         with settings of its own: keys of the configuration below the engine's name
  url=https://pdf.example.com  any server of the same HTTP contract; its key is read from PLATEN_COMPARE_KEY
  gotenberg=http://host:3000   a Gotenberg's form for HTML, asked for A4 and page.margin; no key is sent
  pdf=DIR                      finished PDFs of any origin: NAME.pdf for NAME.json
  "cmd=PROGRAM {html} {pdf}"   any renderer that reads one file and writes the other, as in "cmd=prince {html} -o {pdf}"; it gets
                               the filled html with the css in it, without header and footer, and a minute
  old=NAME,bin=…               the same under a name
Without --engine, all engines of this machine are compared, the configured one as the reference.

A document has the name of its file, without .json. Files of one name in several folders are told apart by their folders:
2025/invoice and 2026/invoice, whose PDFs in pdf=DIR are DIR/2025/invoice.pdf and DIR/2026/invoice.pdf.

Each document gets a score from 0 (the same to the eye) to 100, and a verdict:
  identical   the same words at the same places, and no visible pixel changed
  similar     a reader notices the difference only when looking for it
  different   visible; the document still says the same
  broken      words or pictures lost, changed, cut or unreadable, or no PDF
  new         the reference has no such document, as a folder without its PDF

--rules names a YAML file of what may differ in which documents:
  documents:
    - match: "invoice-*"         names of documents; the last max_score that matches holds, and everything to ignore adds up
      max_score: 15              instead of --max-score
      ignore:
        - text: 'Printed on .*'  a regular expression (Go's); on a line of a page, words that match it on both sides are equal
        - page: 1                without page: on every page
          area: [10mm, 250mm, 60mm, 2cm]    left, top, width, height from the paper's corner; it counts for nothing

The folder --out gets index.html, which shows the pages side by side, report.json, for programs, and all PDFs, of which
"platen compare accept" copies those that are good into a folder for pdf=.
With --shadow, the report is made of what the shadow of a service found (shadow.dir), without rendering anything; with
--engine too, the requests that it kept are rendered again.
--choose also says in a sentence for each document which engine loses nothing and costs least. An engine loses something if it lacks a
feature that the document's text names (as platen features finds), loads fewer resources, is broken, or makes no PDF. If an engine shows
more words than the reference, those that show fewer lose something. The sentence also quotes words of the HTML that no engine shows. Of
the engines that lose nothing, the fastest is chosen, and of those within 10 % of it the one that needs the least memory: use --runs 5.
The exit code is 3 if a document scores above --max-score (or the max_score of --rules) or is
worse than in --baseline, and 2 if the command line is wrong.`
}

func compareExample(engine string) string {
	return `  platen compare invoices/*.json                                   all engines of this machine
  platen compare --engine ` + engine + ` --engine old=` + engine + `,bin=/opt/old/engine --out report *.json
  platen compare --engine pdf=golden --engine ` + engine + ` --max-score 10 --junit report.xml *.json
  platen compare -e pdf=golden -e ` + engine + ` --rules rules.yaml --markdown "$GITHUB_STEP_SUMMARY" *.json    for a pull request
  platen compare --baseline yesterday/report.json *.json           what became worse since?
  platen compare --shadow /var/lib/platen/shadow                   what a service's second engine would have made
  platen compare --choose --runs 5 templates/*.json                which engine for which template?`
}

func compareCommand(registry engines.Registry) *cobra.Command {
	var flags compareFlags
	engine := registry.Default()
	command := &cobra.Command{
		Use:     "compare {REQUEST.json… | --shadow DIR}",
		Short:   "Render requests by several engines and show how far the results differ",
		Long:    compareLong(registry),
		Example: compareExample(engine),
		Args: func(_ *cobra.Command, files []string) error {
			switch {
			case len(files) == 0 && flags.shadow == "":
				return usage(errors.New("compare: no request is named: platen compare REQUEST.json…"))
			case len(files) > 0 && flags.shadow != "":
				return usage(errors.New("compare: name requests or --shadow, not both"))
			}
			return nil
		},
		RunE: func(command *cobra.Command, files []string) error { return runCompare(command, flags, files) },
	}
	flags.register(command)
	command.AddCommand(acceptCommand(engine))
	return command
}

func runCompare(command *cobra.Command, flags compareFlags, files []string) error {
	plan, err := planCompare(command, flags, files)
	if err != nil {
		return usage(err)
	}
	out, diagnostics := command.OutOrStdout(), command.ErrOrStderr()
	summary, err := compareOrRead(command, flags, plan.task)
	if err != nil {
		return err
	}
	failures := verdict.Failures(summary.Report, plan.rules.maxScore(flags.maxScore), plan.baseline)
	err = errors.Join(
		writeMade(out, flags.junit, func() ([]byte, error) {
			return junitXML("platen compare", comparisonCases(summary.Report, failures))
		}),
		writeMade(out, flags.markdown, func() ([]byte, error) {
			failed := func(document, engine string) bool { return failures.Of(document, engine) != "" }
			return comparereport.Markdown(summary, flags.reportAddress(), failed), nil
		}),
		showComparison(out, summary))
	if err != nil {
		return err
	}
	for _, choice := range summary.Choices {
		fmt.Fprintf(out, "\n%s", onOneLine(choice))
	}
	fmt.Fprintf(out, "\n%s\n", filepath.Join(flags.out, "index.html"))
	for _, rule := range plan.rules.unused(summary.Report.Documents, !flags.fromLines()) {
		fmt.Fprintf(diagnostics, "--rules: %s\n", rule)
	}
	for _, f := range failures {
		fmt.Fprintf(diagnostics, "! %s on %s %s\n", onOneLine(f.Document), f.Engine, f.Message)
	}
	if len(failures) > 0 {
		all := len(summary.Report.Documents) * (len(summary.Report.Engines) - 1)
		return findings("%d of %d comparisons are not good enough", len(failures), all)
	}
	return nil
}

// compareOrRead renders and compares, or reads what a shadow found.
func compareOrRead(command *cobra.Command, flags compareFlags, task app.Comparison) (comparison.Summary, error) {
	if flags.fromLines() {
		summary, left, err := app.CompareShadow(flags.shadow, task.Out)
		if left > 0 {
			fmt.Fprintf(command.ErrOrStderr(), "%d documents are left out: other engines rendered them\n", left)
		}
		return summary, err
	}
	bar := newBar(command.ErrOrStderr(), "comparing")
	task.Progress = bar.set
	defer func() { _ = bar.Finish() }()
	return app.Compare(command.Context(), task, zap.NewNop())
}

// progressBar shows the share that is done and the time left, on a terminal only.
type progressBar struct{ *progressbar.ProgressBar }

func (b progressBar) set(done, of int) {
	b.ChangeMax(of)
	_ = b.Set(done)
}

func newBar(out io.Writer, what string) progressBar {
	file, is := out.(*os.File)
	visible := is && isTerminal(file)
	return progressBar{progressbar.NewOptions(1, progressbar.OptionSetWriter(out), progressbar.OptionSetVisibility(visible),
		progressbar.OptionSetDescription(what), progressbar.OptionSetPredictTime(true), progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())}
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// showComparison writes a table, in the order of documents and engines, and the headline.
func showComparison(out io.Writer, summary comparison.Summary) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "DOCUMENT\tENGINE\tSCORE\tVERDICT\tWHY")
	for _, d := range summary.Report.Documents {
		for _, c := range d.Comparisons {
			why := ""
			if len(c.Reasons) > 0 {
				why = c.Reasons[0]
			}
			if n := len(c.Reasons); n > 1 {
				why += fmt.Sprintf(" (and %d more)", n-1)
			}
			fmt.Fprintf(table, "%s\t%s\t%.1f\t%s\t%s\n", onOneLine(d.Name), c.Engine, c.Score, c.Verdict, onOneLine(why))
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s\n", summary.Headline)
	return err
}
