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
	"path/filepath"
	"slices"
	"strings"

	"platen/adapters/engines"
	"platen/domain"
	"platen/integration/program"
	"platen/integration/standards/documents"
)

func main() {
	bin := flag.String("platen", "bin/platen", "the built `program`")
	judge := flag.String("verapdf", "", "veraPDF's `jar`")
	only := flag.String("only", "", "only documents whose `name` has this part")
	engine := flag.String("engine", "", "only this `engine`")
	out := flag.String("out", "", "keep the PDFs in this `folder`")
	flag.Parse()
	r := run{bin: *bin, judge: veraPDF{jar: *judge}, only: *only, engine: *engine}
	ok, err := r.all(context.Background(), *out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "standards:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// wishes are what documents are asked to keep.
var wishes = []string{"ua-1", "a-2b", "a-3b", "ua-1 a-2b", "ua-1 a-3b"}

type run struct {
	bin, only, engine string
	judge             veraPDF
}

// all judges every engine, and reports whether each did what it should.
func (r run) all(ctx context.Context, folder string) (ok bool, err error) {
	version, err := r.judge.version(ctx)
	if err != nil {
		return false, err
	}
	if folder == "" {
		if folder, err = os.MkdirTemp("", "platen-standards-"); err != nil {
			return false, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	}
	all, err := documents.All("integration/testdata/corpus")
	if err != nil {
		return false, err
	}
	all = slices.DeleteFunc(all, func(d documents.Document) bool { return !strings.Contains(d.Name, r.only) })
	fmt.Printf("%s; %d documents, each with a numbered header and footer\n\n| Engine | Asked for | Files | Claimed | Pass | Without a font |\n|---|---|---|---|---|---|\n",
		version, len(all))
	ok = true
	for _, kind := range engines.All() {
		if r.engine != "" && r.engine != kind.Name || len(kind.Capabilities.Standards) == 0 {
			continue
		}
		settings := []string{""}
		if kind.Capabilities.Tagged {
			settings = append(settings, "TAGGED=true")
		}
		for _, setting := range settings {
			good, err := r.one(ctx, kind, setting, all, filepath.Join(folder, kind.Name+strings.ToLower(setting)))
			if err != nil {
				return false, fmt.Errorf("%s: %w", kind.Name, err)
			}
			ok = ok && good
		}
	}
	return ok, nil
}

// one judges an engine with a setting of its own.
func (r run) one(ctx context.Context, kind engines.Kind, setting string, all []documents.Document, folder string) (ok bool, err error) {
	key := rand.Text()
	name, env := kind.Name, []string{"PLATEN_AUTH_KEYS=standards=" + key, "PLATEN_ENGINE=" + kind.Name, "PLATEN_RENDER_TIMEOUT=10m"}
	if setting != "" {
		name += " (" + strings.ToLower(setting) + ")"
		env = append(env, "PLATEN_"+strings.ToUpper(kind.Name)+"_"+setting)
	}
	service, err := program.Serve(r.bin, env...)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, service.Discard()) }()
	ok = true
	for _, wish := range wishes {
		asked, _ := domain.ParseStandards(wish)
		if !makes(kind, asked) || setting != "" && asked.Accessible {
			continue // ua-1 is tagged whatever the setting
		}
		under := filepath.Join(folder, strings.ReplaceAll(wish, " ", "+"))
		b := batch{service: service, key: key, wish: wish, right: filepath.Join(under, "right"), wrong: filepath.Join(under, "wrong")}
		if err := b.make(ctx, all); err != nil {
			return false, err
		}
		if err := b.judge(ctx, r.judge, asked); err != nil {
			return false, err
		}
		ok = b.report(name) && ok
	}
	return ok, nil
}

func makes(kind engines.Kind, asked domain.Standards) bool {
	return !slices.ContainsFunc(asked.List(), func(s domain.Standard) bool { return !slices.Contains(kind.Capabilities.Standards, s) })
}

// batch are the documents with one wish.
type batch struct {
	service            *program.Service
	key, wish          string
	right, wrong       string // folders
	files, wrongFiles  int
	claimed, pass      int
	faults, wrongClaim []string
	// noFont are the files with characters that no font of this machine has, which the service must not claim.
	noFont []string
}

// reasonNoFont is what Platen-Standards says of such a file.
const reasonNoFont = "characters that no font has"

// make makes the PDFs: those that should keep the standards, and, for ua-1, those of which the author's part is not right.
func (b *batch) make(ctx context.Context, all []documents.Document) error {
	for _, d := range all {
		if err := b.makeRight(ctx, d); err != nil {
			return err
		}
		if d.Wrong == nil || !strings.Contains(b.wish, string(domain.UA1)) {
			continue
		}
		if err := b.makeWrong(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

func (b *batch) makeRight(ctx context.Context, d documents.Document) error {
	b.files++
	header, err := b.post(ctx, *d.Right, filepath.Join(b.right, d.Name+".pdf"))
	switch {
	case errors.Is(err, errRefused):
		b.faults = append(b.faults, fmt.Sprintf("%s: %v", d.Name, err))
		return nil
	case err != nil:
		return err
	case sorted(header) == sorted(b.wish):
		b.claimed++
	case strings.Contains(header, reasonNoFont):
		b.noFont = append(b.noFont, d.Name+".pdf")
	default:
		b.faults = append(b.faults, fmt.Sprintf("%s: Platen-Standards: %s", d.Name, header))
	}
	return nil
}

// makeWrong makes the PDF of the corpus's own document. Of some, the author has nothing to mend.
func (b *batch) makeWrong(ctx context.Context, d documents.Document) error {
	path := filepath.Join(b.wrong, d.Name+".pdf")
	header, err := b.post(ctx, *d.Wrong, path)
	switch {
	case errors.Is(err, errRefused):
		b.faults = append(b.faults, fmt.Sprintf("%s: %v", d.Name, err))
		return nil
	case err == nil && !strings.Contains(header, "ua-1="):
		return os.Remove(path)
	}
	b.wrongFiles++
	return err
}

var errRefused = errors.New("refused")

// sorted are the names of standards in a wish or a header, in one order.
func sorted(names string) string {
	list := strings.FieldsFunc(names, func(r rune) bool { return r == ' ' || r == ';' })
	slices.Sort(list)
	return strings.Join(list, " ")
}

// post makes a PDF and returns what the answer says of standards.
func (b *batch) post(ctx context.Context, request domain.Request, path string) (string, error) {
	body, err := documents.Body(request, b.wish)
	if err != nil {
		return "", err
	}
	answer, err := b.service.Post(ctx, b.key, body)
	if err != nil {
		return "", err
	}
	if answer.Status != http.StatusOK {
		return "", fmt.Errorf("%w: %d %s", errRefused, answer.Status, answer.Body)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return answer.Header.Get("Platen-Standards"), os.WriteFile(path, answer.Body, 0o600)
}

// judge lets veraPDF judge the PDFs by each standard.
func (b *batch) judge(ctx context.Context, judge veraPDF, asked domain.Standards) error {
	failed := map[string]bool{}
	for _, standard := range asked.List() {
		verdicts, err := judge.verdicts(ctx, standard, b.right)
		if err != nil {
			return err
		}
		for _, v := range verdicts {
			if !v.pass {
				failed[v.file] = true
			}
			if v.pass == slices.Contains(b.noFont, filepath.Base(v.file)) {
				b.faults = append(b.faults, fmt.Sprintf("%s: veraPDF, %s: %s", filepath.Base(v.file), standard, strings.Join(v.rules, ", ")))
			}
		}
		if b.pass = len(verdicts); b.pass != b.files {
			b.faults = append(b.faults, fmt.Sprintf("veraPDF judged %d of %d files", len(verdicts), b.files))
		}
	}
	b.pass -= len(failed)
	if b.wrongFiles == 0 {
		return nil
	}
	verdicts, err := judge.verdicts(ctx, domain.UA1, b.wrong)
	for _, v := range verdicts {
		if v.pass {
			b.wrongClaim = append(b.wrongClaim, fmt.Sprintf("%s: not claimed, but veraPDF lets it pass", filepath.Base(v.file)))
		}
	}
	return err
}

// report prints a line of the table, and what is wrong below it.
func (b *batch) report(engine string) bool {
	fmt.Printf("| %s | `%s` | %d | %d | %d | %d |\n", engine, b.wish, b.files, b.claimed, b.pass, len(b.noFont))
	if b.wrongFiles > 0 {
		fmt.Printf("| %s | `%s`, the author's part not right | %d | 0 | %d | |\n", engine, b.wish, b.wrongFiles, len(b.wrongClaim))
	}
	for _, fault := range slices.Concat(b.faults, b.wrongClaim) {
		fmt.Fprintln(os.Stderr, "  ", fault)
	}
	return len(b.faults)+len(b.wrongClaim) == 0
}
