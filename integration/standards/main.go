// Command standards lets veraPDF judge the service's PDFs: those of the corpus and of other documents, with numbered headers and footers,
// on each engine that makes a standard. "make standards" runs it from the top of the tree. A document whose author did his part must be
// claimed, and must pass. A document whose author did not must not be claimed.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"platen/adapters/engines"
	"platen/domain"
	"platen/integration/program"
	"platen/integration/standards/documents"
)

func main() {
	bin := flag.String("platen", "bin/platen", "the built `program`")
	jar := flag.String("verapdf", "", "veraPDF's `jar`")
	engine := flag.String("engine", "", "only this `engine`")
	out := flag.String("out", "", "keep the PDFs in this `folder`")
	flag.Parse()
	if err := run(*bin, veraPDF{jar: *jar}, *engine, *out); err != nil {
		fmt.Fprintln(os.Stderr, "standards:", err)
		os.Exit(1)
	}
}

// run judges every engine, or one, and writes a row for each batch of documents.
func run(bin string, judge veraPDF, engine, folder string) (err error) {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	version, err := judge.version(ctx)
	if err != nil {
		return err
	}
	if folder == "" {
		if folder, err = os.MkdirTemp("", "platen-standards-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	}
	all, err := documents.All("integration/testdata/corpus")
	if err != nil {
		return err
	}
	fmt.Printf("%s; %d documents, each with a numbered header and footer\n\n", version, len(all))
	fmt.Print("| Engine | Asked for | Files | Claimed | Pass | Without a font |\n|---|---|---|---|---|---|\n")
	for _, kind := range engines.All() {
		if engine != "" && engine != kind.Name {
			continue
		}
		for _, b := range batches(kind, folder) {
			if err = errors.Join(err, b.run(ctx, bin, judge, all)); ctx.Err() != nil {
				return err
			}
		}
	}
	return err
}

// batch are the documents with one wish: those of which the author's part is right, or those of which it is not.
type batch struct {
	engine, folder string
	settings       []string
	wish           domain.Standards
	wrong          bool

	files, claimed int
	// noFont are the files with characters that no font of this machine has, which the service must not claim.
	noFont []string
	faults []string
}

// batches are those of an engine: with each wish that it can keep, and with its own tags, but for ua-1, which is tagged whatever the
// setting.
func batches(kind engines.Kind, folder string) (all []*batch) {
	for _, tagged := range []bool{false, true} {
		name, settings := kind.Name, []string{"PLATEN_ENGINE=" + kind.Name, "PLATEN_RENDER_TIMEOUT=10m"}
		if tagged {
			name, settings = name+" (tagged=true)", append(settings, "PLATEN_"+strings.ToUpper(kind.Name)+"_TAGGED=true")
		}
		for _, names := range []string{"ua-1", "a-2b", "a-3b", "a-2b ua-1", "a-3b ua-1"} {
			wish, _ := domain.ParseStandards(names)
			cannot := func(s domain.Standard) bool { return !slices.Contains(kind.Capabilities.Standards, s) }
			if slices.ContainsFunc(wish.List(), cannot) || tagged && (wish.Has(domain.UA1) || !kind.Capabilities.Tagged) {
				continue
			}
			under := strings.ReplaceAll(filepath.Join(name, names), " ", "+") // veraPDF separates its words by blanks
			b := batch{engine: name, settings: settings, wish: wish, folder: filepath.Join(folder, under, "right")}
			all = append(all, &b)
			if wish.Has(domain.UA1) {
				wrong := b
				wrong.wrong, wrong.folder = true, filepath.Join(folder, under, "wrong")
				all = append(all, &wrong)
			}
		}
	}
	return all
}

// run makes the PDFs, has them judged, and writes a row of the table, and below it what is wrong.
func (b *batch) run(ctx context.Context, bin string, judge veraPDF, all []documents.Document) (err error) {
	key := rand.Text()
	service, err := program.Serve(bin, append(b.settings, "PLATEN_AUTH_KEYS=standards="+key)...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Discard()) }()
	if err := os.MkdirAll(b.folder, 0o700); err != nil {
		return err
	}
	for _, d := range all {
		request := d.Right
		if b.wrong {
			request = d.Wrong
		}
		if request == nil {
			continue
		}
		answer, err := service.Post(ctx, key, documents.Body(*request, string(b.wish)))
		if err == nil {
			err = b.add(d.Name+".pdf", answer)
		}
		if err != nil {
			return err
		}
	}
	pass, err := b.judge(ctx, judge)
	if err != nil {
		return err
	}
	asked := fmt.Sprintf("`%s`", b.wish)
	if b.wrong {
		asked += ", the author's part not right"
	}
	fmt.Printf("| %s | %s | %d | %d | %d | %d |\n", b.engine, asked, b.files, b.claimed, pass, len(b.noFont))
	for _, fault := range b.faults {
		fmt.Fprintln(os.Stderr, "  ", fault)
		err = errors.New("not every document is as it should be")
	}
	return err
}

func (b *batch) fault(format string, values ...any) {
	b.faults = append(b.faults, fmt.Sprintf(format, values...))
}

// reasonNoFont is what Platen-Standards says of a file with characters that no font of the machine has.
const reasonNoFont = "characters that no font has"

// add keeps the PDF of an answer. Of some documents of the corpus, the author has nothing to mend: they are not wrong.
func (b *batch) add(name string, answer program.Answer) error {
	said := answer.Header.Get("Platen-Standards")
	if b.wrong && answer.Status == http.StatusOK && !strings.Contains(said, "ua-1=") {
		return nil
	}
	b.files++
	switch {
	case answer.Status != http.StatusOK:
		b.fault("%s: %d %s", name, answer.Status, answer.Body)
		return nil
	case said == domain.Conformance{Claimed: b.wish}.String():
		b.claimed++
	case strings.Contains(said, reasonNoFont):
		b.noFont = append(b.noFont, name)
	case !b.wrong:
		b.fault("%s: Platen-Standards: %s", name, said)
	}
	return os.WriteFile(filepath.Join(b.folder, name), answer.Body, 0o600)
}

// judge lets veraPDF judge the PDFs by each standard, and returns how many pass all of them. Those that are not right must not pass PDF/UA.
func (b *batch) judge(ctx context.Context, judge veraPDF) (pass int, err error) {
	if b.files == 0 {
		return 0, nil
	}
	standards, failed := b.wish.List(), map[string]bool{}
	if b.wrong {
		standards = []domain.Standard{domain.UA1}
	}
	for _, standard := range standards {
		verdicts, err := judge.verdicts(ctx, standard, b.folder)
		if err != nil {
			return 0, err
		}
		for _, v := range verdicts {
			name := filepath.Base(v.file)
			if !v.pass {
				failed[name] = true
			}
			if should := !b.wrong && !slices.Contains(b.noFont, name); v.pass != should {
				b.fault("%s: veraPDF, %s: passes: %t, should: %t %s", name, standard, v.pass, should, strings.Join(v.rules, ", "))
			}
		}
		if len(verdicts) != b.files {
			b.fault("veraPDF judged %d of %d files", len(verdicts), b.files)
		}
	}
	return b.files - len(failed), nil
}
