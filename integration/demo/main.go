// Command demo demonstrates the service: it starts it with a temporary key, posts a real invoice, and leaves
// invoice.pdf, and pictures of its first pages for the README. "make demo" runs it from the top of the tree.
package main

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

//go:embed invoice
var invoice embed.FS

func main() {
	program := flag.String("platen", "bin/platen", "the built `program`")
	output := flag.String("o", "invoice.pdf", "the `file` to leave")
	pictures := flag.String("pictures", "", "the `folder` to leave page-1.png and page-2.png in; empty: none")
	flag.Parse()
	if err := run(*program, *output, *pictures); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(program, output, pictures string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	made, err := exec.CommandContext(ctx, program, "keys", "new", "demo").CombinedOutput()
	if err != nil {
		return fmt.Errorf("make a key: %w\n%s", err, made)
	}
	key := regexp.MustCompile(`platen_\S+`).FindString(string(made))
	if key == "" {
		return errors.New("make a key: none was printed")
	}
	base, stop, err := serve(ctx, program, key)
	if err != nil {
		return err
	}
	defer stop()
	body, err := request()
	if err != nil {
		return err
	}
	if err := post(ctx, base, key, body, output); err != nil || pictures == "" {
		return err
	}
	return paint(ctx, output, pictures)
}

// serve starts the service on a free port and gives its address once it is ready.
func serve(ctx context.Context, program, key string) (base string, stop func(), err error) {
	service := exec.CommandContext(ctx, program, "serve")
	service.Env = append(os.Environ(), "PLATEN_AUTH_KEYS=demo="+key, "PLATEN_HTTP_ADDR=127.0.0.1:0", "PLATEN_ADMIN_ADDR=")
	var log bytes.Buffer
	service.Stderr = &log
	out, err := service.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := service.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = service.Process.Signal(os.Interrupt)
		_ = service.Wait()
	}
	ready, _ := bufio.NewReader(out).ReadString('\n')
	base = regexp.MustCompile(`http://[^\s,]+`).FindString(ready)
	if base == "" {
		stop()
		return "", nil, fmt.Errorf("the service did not start:\n%s", log.Bytes())
	}
	fmt.Print(ready)
	return base, stop, nil
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

// post sends the request and writes the answer to a file.
func post(ctx context.Context, base, key string, body []byte, output string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/api/pdf/external", bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	began := time.Now()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the service answered %s: %s", answer.Status, content)
	}
	fmt.Printf("POST %s/api/pdf/external: %s pages, %d KB, in %d ms\n", base, answer.Header.Get("Platen-Pages"), len(content)/1024, time.Since(began).Milliseconds())
	if err := os.WriteFile(output, content, 0o600); err != nil {
		return err
	}
	fmt.Println("open", output)
	return nil
}

// paint makes pictures of the first two pages.
func paint(ctx context.Context, pdf, folder string) error {
	said, err := exec.CommandContext(ctx, "pdftoppm", "-png", "-r", "60", "-l", "2", pdf, filepath.Join(folder, "page")).CombinedOutput()
	if err != nil {
		return fmt.Errorf("paint the pages: %w: %s", err, said)
	}
	return nil
}
