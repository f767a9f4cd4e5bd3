package workers

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLastOnePrintsNext(t *testing.T) {
	a, b, c := &worker{}, &worker{}, &worker{}
	idle := newIdleWorkers(3)
	take := func(longestIdle bool) *worker {
		<-idle.ready
		return idle.take(longestIdle)
	}
	idle.put(a)
	idle.put(b)
	idle.put(c)
	require.Same(t, c, take(false))
	idle.put(c)
	require.Same(t, a, take(true), "tests of idle processes begin with the one that has been idle for longest")
	require.Same(t, c, take(false))
	require.Same(t, b, take(false))
	require.Empty(t, idle.ready)
}
