package chrome_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/go-rod/rod/lib/proto"

	"platen/ports/rendertest/disarmed"
)

func TestMain(m *testing.M) {
	disarmed.Main(disarm)
	// Tests wait for browsers more than they compute: unless the command line says otherwise, two run at once on each CPU.
	_ = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	os.Exit(m.Run())
}

// disarm runs the browser between two pipes, on descriptors 3 and 4 as the browser itself has them.
func disarm(d disarmed.Defences, args []string) error {
	fromService, toService := os.NewFile(3, "orders"), os.NewFile(4, "answers")
	theirOrders, orders, err := os.Pipe()
	if err != nil {
		return err
	}
	answers, theirAnswers, err := os.Pipe()
	if err != nil {
		return err
	}
	command := exec.Command("chromium-headless-shell", disarmedFlags(d, args)...)
	command.ExtraFiles = []*os.File{theirOrders, theirAnswers}
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		return err
	}
	theirOrders.Close()
	theirAnswers.Close()
	c := conversation{Defences: d, frames: map[string]string{}, arrivals: map[string]*arrival{}, toService: toService}
	if c.blankFile, err = writeBlank(); err != nil {
		return err
	}
	go func() {
		// Whatever ends this, the browser must end too.
		_ = eachMessage(fromService, func(message []byte) error { return c.order(orders, message) })
		orders.Close()
	}()
	if err := eachMessage(answers, c.answer); err != nil {
		return err
	}
	return command.Wait()
}

// writeBlank writes an empty page into the working folder, which is the browser's profile and is removed with it.
func writeBlank() (address string, err error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "blank.html")
	return "file://" + path, os.WriteFile(path, []byte("<!doctype html>"), 0o600)
}

// disarmedFlags changes the browser's command line.
func disarmedFlags(d disarmed.Defences, args []string) (changed []string) {
	for _, arg := range args {
		if d.Off[disarmed.Scripts] {
			arg = strings.Replace(arg, "scriptEnabled=false,", "", 1)
			if arg == "--disable-threaded-compositing" {
				continue // many events are sent only when a screen is drawn
			}
		}
		changed = append(changed, arg)
	}
	if d.Off[disarmed.Files] {
		changed = append(changed, "--allow-file-access-from-files")
	}
	return changed
}

// eachMessage reads messages that end with a NUL each, until the end.
func eachMessage(from io.Reader, do func([]byte) error) error {
	reader := bufio.NewReaderSize(from, 1<<20)
	for {
		message, err := reader.ReadBytes(0)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = do(message[:len(message)-1])
		}
		if err != nil {
			return err
		}
	}
}

// conversation is the traffic between the service and the browser.
type conversation struct {
	disarmed.Defences
	frames    map[string]string // the main frame of a session; only orders are to touch it
	blanks    int
	blankFile string // the address of an empty page in a file

	mu        sync.Mutex
	arrivals  map[string]*arrival // of sessions
	toService io.Writer
}

// message is a command of the DevTools protocol.
type message struct {
	ID      int             `json:"id"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

// answer passes a message of the browser to the service.
func (c *conversation) answer(content []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, said := range c.arrived(content) {
		if _, err := c.toService.Write(append(said, 0)); err != nil {
			return err
		}
	}
	return nil
}

// order passes a command of the service to the browser, or the command that replaces it.
func (c *conversation) order(browser io.Writer, content []byte) error {
	var m message
	if err := json.Unmarshal(content, &m); err != nil {
		return err
	}
	change := map[string]func(*message) (bool, error){
		"Emulation.setScriptExecutionDisabled": c.scripts,
		"Fetch.enable":                         c.interception,
		"Page.setDocumentContent":              c.document,
		"Page.navigate":                        c.navigate,
		"Target.createBrowserContext":          c.context,
		"Network.clearBrowserCache":            c.clearing,
		"Network.clearBrowserCookies":          c.clearing,
	}[m.Method]
	if change != nil {
		done, err := change(&m)
		if done || err != nil {
			return err
		}
		if content, err = json.Marshal(m); err != nil {
			return err
		}
	}
	_, err := browser.Write(append(content, 0))
	return err
}

// set changes a parameter.
func (m *message) set(name string, value any) error {
	params := map[string]any{}
	if err := json.Unmarshal(m.Params, &params); err != nil {
		return err
	}
	params[name] = value
	var err error
	m.Params, err = json.Marshal(params)
	return err
}

// nothing makes the command one that changes nothing, and has an answer.
func (m *message) nothing() { m.Method, m.Params = "Page.enable", nil }

func (c *conversation) scripts(m *message) (bool, error) {
	if !c.Off[disarmed.Scripts] {
		return false, nil
	}
	return false, m.set("value", false)
}

// interception is the last command of a new tab. If its documents should be files, the tab navigates to a file instead, and the
// service receives nothing before that is loaded.
func (c *conversation) interception(m *message) (_ bool, err error) {
	switch {
	case c.Off[disarmed.Files]:
		c.mu.Lock()
		defer c.mu.Unlock()
		c.arrivals[m.Session] = &arrival{order: m.ID}
		m.Method = "Page.navigate"
		m.Params, err = json.Marshal(proto.PageNavigate{URL: c.blankFile})
	case c.Off[disarmed.Navigation]:
		m.nothing()
	}
	return false, err
}

func (c *conversation) document(m *message) (bool, error) {
	var params proto.PageSetDocumentContent
	if err := json.Unmarshal(m.Params, &params); err != nil {
		return false, err
	}
	c.frames[m.Session] = string(params.FrameID)
	return false, m.set("html", c.Document(params.HTML))
}

func (c *conversation) context(m *message) (bool, error) {
	if c.Proxy == "" {
		return false, nil
	}
	return false, m.set("proxyServer", "http://"+c.Proxy)
}

func (c *conversation) clearing(m *message) (bool, error) {
	if c.Off[disarmed.Cleaning] {
		m.nothing()
	}
	return false, nil
}

// navigate is the command with which the service resets a tab. If the tab should not be reset, only the answer is sent.
func (c *conversation) navigate(m *message) (bool, error) {
	switch {
	case c.Off[disarmed.Files]:
		return false, m.set("url", c.blankFile)
	case !c.Off[disarmed.Cleaning]:
		return false, nil
	}
	c.blanks++
	frame, loader := c.frames[m.Session], fmt.Sprintf("disarmed%d", c.blanks)
	for _, said := range []string{
		fmt.Sprintf(`{"id":%d,"sessionId":%q,"result":{"frameId":%q,"loaderId":%q}}`, m.ID, m.Session, frame, loader),
		fmt.Sprintf(`{"method":"Page.frameNavigated","sessionId":%q,"params":{"frame":{"id":%q,"loaderId":%q}}}`, m.Session, frame, loader),
		fmt.Sprintf(`{"method":"Page.loadEventFired","sessionId":%q,"params":{"timestamp":1}}`, m.Session),
	} {
		if err := c.answer([]byte(said)); err != nil {
			return true, err
		}
	}
	return true, nil
}

// arrival is the navigation of a tab to a page of the test, by a command whose answer is withheld from the service until the page is
// loaded: the service would take its events for those of its own document.
type arrival struct {
	order  int
	answer []byte
	loaded bool
}

// arrived returns the messages for the service after a message of the browser.
func (c *conversation) arrived(content []byte) (said [][]byte) {
	var m message
	if len(c.arrivals) == 0 || json.Unmarshal(content, &m) != nil || c.arrivals[m.Session] == nil {
		return [][]byte{content}
	}
	a := c.arrivals[m.Session]
	switch {
	case m.ID == a.order:
		a.answer = content
	case m.Method == "Page.loadEventFired":
		a.loaded = true
	default:
		return [][]byte{content}
	}
	if !a.loaded || a.answer == nil {
		return nil
	}
	delete(c.arrivals, m.Session)
	return [][]byte{a.answer}
}
