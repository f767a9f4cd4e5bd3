package doctor

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"platen/domain"
)

// TestMemoryLimit: the least limit counts, of the process's own control group or one above it.
func TestMemoryLimit(t *testing.T) {
	const none = "9223372036854771712" // of version 1
	for name, test := range map[string]struct {
		groups string
		files  map[string]string
		want   domain.ByteSize
	}{
		"none":                      {"", nil, 8 * domain.GiB},
		"version 2, own":            {"0::/a/b\n", map[string]string{"sys/fs/cgroup/a/b/memory.max": "1073741824\n", "sys/fs/cgroup/a/memory.max": "max\n"}, domain.GiB},
		"version 2, above":          {"0::/a/b\n", map[string]string{"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "1073741824\n"}, domain.GiB},
		"version 2, of a container": {"0::/\n", map[string]string{"sys/fs/cgroup/memory.max": "1073741824\n"}, domain.GiB},
		"version 2, another's":      {"0::/a\n", map[string]string{"sys/fs/cgroup/b/memory.max": "1073741824\n"}, 8 * domain.GiB},
		"version 1, own": {"5:cpu,cpuacct:/\n4:memory:/a\n0::/b\n", map[string]string{
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "1073741824\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": none + "\n",
		}, domain.GiB},
		"version 1, of a container": {"4:memory:/docker/0123\n", map[string]string{"sys/fs/cgroup/memory/memory.limit_in_bytes": "1073741824\n"}, domain.GiB},
	} {
		root := fstest.MapFS{"proc/meminfo": {Data: []byte("MemTotal:        8388608 kB\n")}, "proc/self/cgroup": {Data: []byte(test.groups)}}
		for path, content := range test.files {
			root[path] = &fstest.MapFile{Data: []byte(content)}
		}
		limit, err := memoryLimit(root)
		require.NoError(t, err, name)
		require.Equal(t, test.want, limit, name)
	}
}
