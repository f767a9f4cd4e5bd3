package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"platen/adapters/pdffolder"
	"platen/adapters/program"
	"platen/adapters/remote"
	"platen/app/compare"
	"platen/configs"
	"platen/domain"
	"platen/domain/htmldoc"
	"platen/domain/template"
	"platen/ports"
)

// The kinds of sources that are no engines of this machine, as a SPEC of the command line names them: url=https://….
const (
	// ContractServer is a server of this service's HTTP contract.
	ContractServer = "url"
	// Gotenberg is a server of Gotenberg's form.
	Gotenberg = "gotenberg"
	// PDFFolder holds finished PDFs.
	PDFFolder = "pdf"
	// Program is a command that renders a file.
	Program = "cmd"
)

// SourceKinds are all of them.
func SourceKinds() []string { return []string{ContractServer, Gotenberg, PDFFolder, Program} }

// remoteTimeout bounds one document of another server, which may be busy, and programTimeout one of a program.
const (
	remoteTimeout  = 5 * time.Minute
	programTimeout = time.Minute
)

// OpenSource opens a source that is no engine of this machine, without a name, from its kind and the value that a SPEC gives. Its limits
// are those of the configuration. An error means that the value is invalid. It is for commands alone: the service takes no source but
// engines.
func OpenSource(kind, value string, config configs.Config) (compare.Engine, error) {
	opened := compare.Engine{Version: func() string { return "" }}
	server := remote.Config{URL: value, Timeout: remoteTimeout, MaxPDF: config.Render.MaxPDF}
	var err error
	switch kind {
	case ContractServer:
		server.Key = os.Getenv(configs.CompareKeyVariable)
		var source *remote.Source
		if source, err = remote.New(server); err == nil {
			opened.Source, opened.Reach, opened.Version = source, source.Reach, source.Version
		}
	case Gotenberg:
		var source *remote.Source
		if source, err = remote.NewGotenberg(server, domain.A4, domain.UniformMargins(config.Page.Margin)); err == nil {
			opened.Source, opened.Reach = filled{source, config.Template}, source.Reach
		}
	case PDFFolder:
		opened.Source, err = pdffolder.New(value, config.Render.MaxPDF)
	case Program:
		opened.Source, err = program.New(program.Config{Command: value, Timeout: programTimeout, MaxPDF: config.Render.MaxPDF})
		opened.Source, opened.BodyOnly = filled{opened.Source, config.Template}, true
	default:
		err = fmt.Errorf("there is no source %s=", kind)
	}
	return opened, err
}

// byteOrderMark tells a program that reads a file, which has no headers, that it is UTF-8 (HTML Standard, 13.2.3.2), whatever it declares.
const byteOrderMark = "\ufeff"

// filled returns a source of requests whose placeholders are filled and whose css is in the html.
type filled struct {
	ports.Source
	settings template.Settings
}

// PDF fails as the service does where the request cannot be filled.
func (f filled) PDF(ctx context.Context, sample ports.Sample) (domain.Document, error) {
	request, _, err := f.settings.Fill(sample.Request)
	if err != nil {
		return domain.Document{}, errors.New(domain.AsError(err).Message)
	}
	whole, err := htmldoc.Parse(ctx, request.HTML, request.CSS)
	if err != nil {
		return domain.Document{}, err
	}
	html := byteOrderMark + whole.HTML("")
	sample.Request = domain.Request{HTML: html, HeaderHTML: request.HeaderHTML, FooterHTML: request.FooterHTML}
	return f.Source.PDF(ctx, sample)
}
