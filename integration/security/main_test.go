// Package security_test attacks the program from outside: hostile documents and hostile clients, on both engines, with canary servers on
// loopback that count their visitors.
//
// An attack is a row of a table with its expected result. Each is tried twice: on the service, where it must do no harm, and on a
// service without the defence against it, where it must succeed, so that no row is useless. A defence is removed by a setting if there
// is one, and by package disarmed otherwise. An attack that has no effect on an engine even without a defence is still tried, and does
// not count as a row.
package security_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/engines"
	"platen/integration/harness"
)

func TestMain(m *testing.M) { harness.Main(m) }

// table is a table of attacks of one kind.
type table struct {
	name string
	rows []attack
}

// tables are all tables that count. Add a new one here.
func tables() []table {
	return []table{
		tableOf("ways to loopback", reaches()),
		tableOf("addresses", addresses),
		tableOf("detours", detours),
		tableOf("faults", faults),
		tableOf("scripts", scripts),
		tableOf("departures", departures),
		tableOf("files", thefts),
		tableOf("leftovers", leftovers),
		tableOf("greedyDocuments", greedyDocuments()),
		tableOf("shapes of requests", shapes()),
		tableOf("clients", clients()),
	}
}

func tableOf[A attack](name string, attacks []A) table {
	t := table{name: name}
	for _, a := range attacks {
		t.rows = append(t.rows, a)
	}
	return t
}

// working is the number of rows that succeed on an unprotected engine.
func (t table) working(engine string) (n int) {
	for _, row := range t.rows {
		if row.works(engine) {
			n++
		}
	}
	return n
}

// TestThereAreEnoughRows counts an attack on one engine as a row if it works there.
func TestThereAreEnoughRows(t *testing.T) {
	for _, engine := range engines.All().Names() {
		rows := 0
		for _, table := range tables() {
			n := table.working(engine)
			t.Logf("%s: %d of %d %s", engine, n, len(table.rows), table.name)
			require.Equal(t, knows(engine, table.name), n > 0, "%s: no row of the table %q works without the defence", engine, table.name)
			rows += n
		}
		require.GreaterOrEqual(t, rows, 120, engine)
	}
}

// TestRowsHaveNames: names of rows are unique, so that a failure identifies its row.
func TestRowsHaveNames(t *testing.T) {
	for _, table := range tables() {
		seen := map[string]bool{}
		for _, row := range table.rows {
			require.False(t, row.title() == "" || seen[row.title()], "%s: %q", table.name, row.title())
			seen[row.title()] = true
		}
	}
}
