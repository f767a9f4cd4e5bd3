package egress_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"platen/adapters/egress"
)

// The cost of a 10 KB image over a connection that is already open, as for all but the first image of a host.
func BenchmarkImage(b *testing.B) {
	ca := newAuthority(b)
	image := func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 10<<10)) }
	for scheme, server := range map[string]string{
		"http":  serve(b, "127.0.0.1", image),
		"https": serveTLS(b, ca.issue(b, "127.0.0.1", time.Now().Add(time.Hour)), image),
	} {
		b.Run(scheme, func(b *testing.B) {
			e := start(b, loopback, func(c *egress.Config) {
				c.CAFile, c.MaxRequests, c.MaxTotal = ca.file(b), 1<<30, 1<<50
			})
			client := engine(b, e, open(b, e))
			b.SetBytes(10 << 10)
			for i := 0; b.Loop(); i++ { // each address is fetched once for a print
				get(b, client, fmt.Sprintf("%s://%s/%d.png", scheme, server, i))
			}
		})
	}
}

// The cost of the first image of a document: Drain closes the engine's connections.
func BenchmarkFirstImage(b *testing.B) {
	ca := newAuthority(b)
	image := func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 10<<10)) }
	for scheme, server := range map[string]string{
		"http":  serve(b, "127.0.0.1", image),
		"https": serveTLS(b, ca.issue(b, "127.0.0.1", time.Now().Add(time.Hour)), image),
	} {
		b.Run(scheme, func(b *testing.B) {
			e := start(b, loopback, func(c *egress.Config) { c.CAFile = ca.file(b) })
			x := open(b, e)
			client := engine(b, e, x)
			for b.Loop() {
				get(b, client, fmt.Sprintf("%s://%s/a.png", scheme, server))
				drain(client, x)
			}
		})
	}
}

// The cost of a document without any resource.
func BenchmarkDrainOfNothing(b *testing.B) {
	x := open(b, start(b))
	for b.Loop() {
		x.Drain()
	}
}

func BenchmarkOpenAndClose(b *testing.B) {
	e := start(b)
	for b.Loop() {
		x, err := e.Open()
		if err != nil {
			b.Fatal(err)
		}
		_ = x.Close()
	}
}
