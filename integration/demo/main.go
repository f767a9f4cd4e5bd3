// Command demo demonstrates the service: it starts it with a temporary key, posts a real invoice, and leaves
// invoice.pdf. "make demo" runs it from the top of the tree.
package main

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"platen/integration/program"
)

//go:embed invoice
var invoice embed.FS

func main() {
	bin := flag.String("platen", "bin/platen", "the built `program`")
	output := flag.String("o", "invoice.pdf", "the `file` to leave")
	flag.Parse()
	if err := run(*bin, *output); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(bin, output string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	key := rand.Text()
	service, err := program.Serve(bin, "PLATEN_AUTH_KEYS=demo="+key)
	if err != nil {
		return err
	}
	body, err := request()
	if err != nil {
		return err
	}
	began := time.Now()
	answer, err := service.Post(ctx, key, body)
	took := time.Since(began)
	if err := errors.Join(err, service.Discard()); err != nil {
		return err
	}
	if answer.Status != http.StatusOK {
		return fmt.Errorf("the service answered %d: %s", answer.Status, answer.Body)
	}
	fmt.Printf("POST %s%s: %s pages, %d KB, in %d ms\n", service.URL, program.Operation, answer.Header.Get("Platen-Pages"),
		len(answer.Body)/1024, took.Milliseconds())
	if err := os.WriteFile(output, answer.Body, 0o600); err != nil {
		return err
	}
	fmt.Println("open", output)
	return nil
}

// request builds the invoice as a client would.
func request() ([]byte, error) {
	var err error
	text := func(name string) string {
		content, e := invoice.ReadFile("invoice/" + name)
		err = errors.Join(err, e)
		return string(content)
	}
	body, e := json.Marshal(map[string]any{
		"html": text("invoice.html"), "css": text("invoice.css"), "data": json.RawMessage(text("data.json")),
		"headerHtml": text("header.html"), "footerHtml": text("footer.html"),
	})
	return body, errors.Join(err, e)
}
