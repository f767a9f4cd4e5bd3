// Command soak runs the service under load for a long time while the parts around it fail. It checks that every answer is
// right and that memory and descriptors do not grow. "make soak" runs it from the top of the tree, after building the
// program. Its exit status is 1 if a promise is not kept.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"platen/adapters/engines"
)

// scenarios are all scenarios.
var scenarios = map[string]scenario{"mixed": mixed, "hostile": hostile}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

func run() (failed error) {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	bin := flag.String("platen", "bin/platen", "the built `program`")
	duration := flag.Duration("duration", 10*time.Minute, "how long the load lasts, at least 3m, less than which nothing can be seen to grow")
	chosen := flag.String("engine", strings.Join(engines.All().Names(), ","), "the `engines`, one after the other")
	load := flag.String("scenario", "mixed", `the load: "mixed", clients that send the corpus with headers, while the engine is killed every 20 s, Redis
restarts every minute and the keys change every 30 s; or "hostile", large tables, servers that never answer and hostile
headers of one key beside small documents of another, while engine and renderers are killed and stopped every 30 s, and
then five minutes of rest`)
	flag.Parse()
	s, known := scenarios[*load]
	if !known || *duration < 3*time.Minute {
		return errors.New("-scenario is mixed or hostile, and -duration at least 3m")
	}
	for engine := range strings.SplitSeq(*chosen, ",") {
		if err := soak(ctx, *bin, *duration, s, engine); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s, %s: %w", *load, engine, err))
		}
	}
	return failed
}
