package configs_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"

	"platen/configs"
	"platen/domain"
	"platen/ports/machine"
)

// settingsOf loads the settings of a deployment, so that an unknown or invalid one fails the test.
func settingsOf(t *testing.T, environ []string) configs.Config {
	t.Helper()
	environ = slices.DeleteFunc(environ, func(entry string) bool { return !strings.HasPrefix(entry, "PLATEN_") })
	require.NotEmpty(t, environ)
	config, err := load("", environ)
	require.NoError(t, err)
	require.NotEmpty(t, config.Auth.File, "there must be keys")
	return config
}

// kinds are the types of the manifests.
var kinds = map[string]func() any{
	"apps/v1 Deployment":                     func() any { return &apps.Deployment{} },
	"v1 Service":                             func() any { return &core.Service{} },
	"policy/v1 PodDisruptionBudget":          func() any { return &policy.PodDisruptionBudget{} },
	"autoscaling/v2 HorizontalPodAutoscaler": func() any { return &autoscaling.HorizontalPodAutoscaler{} },
	"networking.k8s.io/v1 NetworkPolicy":     func() any { return &networking.NetworkPolicy{} },
	"networking.k8s.io/v1 Ingress":           func() any { return &networking.Ingress{} },
}

// manifests decodes all manifests, strictly, by "Kind name".
func manifests(t *testing.T) map[string]any {
	t.Helper()
	files, err := filepath.Glob("deploy/kubernetes/*.yaml")
	require.NoError(t, err)
	all := map[string]any{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, document := range bytes.Split(content, []byte("\n---\n")) {
			var head struct {
				APIVersion, Kind string
				Metadata         struct{ Name string }
			}
			require.NoError(t, yaml.Unmarshal(document, &head), file)
			make, known := kinds[head.APIVersion+" "+head.Kind]
			require.True(t, known, "%s: %s %s", file, head.APIVersion, head.Kind)
			object := make()
			require.NoError(t, yaml.UnmarshalStrict(document, object), "%s: %s", file, head.Kind)
			all[head.Kind+" "+head.Metadata.Name] = object
		}
	}
	return all
}

// find returns the manifest of that kind and name.
func find[T any](t *testing.T, all map[string]any, name string) T {
	t.Helper()
	object, ok := all[name].(T)
	require.True(t, ok, "there is no %s", name)
	return object
}

// requireMemory checks a limit by the rule of deploy/README.md: the documents at once, half as much for each of Chrome's spare tabs, and
// 0.5 GiB for the rest.
func requireMemory(t *testing.T, config configs.Config, limit int64) {
	t.Helper()
	atOnce := int64(config.Render.EffectiveConcurrency())
	document := int64(chromeOf(config).MaxMemory)
	require.GreaterOrEqual(t, limit, atOnce*document+(atOnce+1)/2*document/2+int64(domain.GiB)/2)
}

// TestKubernetes: the manifests are valid, and fit each other and the settings.
func TestKubernetes(t *testing.T) {
	all := manifests(t)
	deployment := find[*apps.Deployment](t, all, "Deployment platen")
	pod := deployment.Spec.Template.Spec
	require.False(t, *pod.EnableServiceLinks, "PLATEN_SERVICE_HOST and its like are no settings")
	container := pod.Containers[0]
	var environ []string
	for _, variable := range container.Env {
		environ = append(environ, variable.Name+"="+variable.Value)
	}
	config := settingsOf(t, environ)

	stop := config.HTTP.DrainDelay + config.HTTP.DrainTimeout + 10*time.Second
	require.GreaterOrEqual(t, time.Duration(*pod.TerminationGracePeriodSeconds)*time.Second, stop)
	readiness := time.Duration(container.ReadinessProbe.PeriodSeconds*container.ReadinessProbe.FailureThreshold) * time.Second
	require.Greater(t, config.HTTP.DrainDelay, readiness, "the pod leaves the Service before it refuses requests")

	ports := map[string]string{}
	for _, port := range container.Ports {
		ports[port.Name] = ":" + strconv.Itoa(int(port.ContainerPort))
	}
	require.Equal(t, map[string]string{"http": config.HTTP.Addr, "admin": config.Admin.Addr}, ports)
	for path, probe := range map[string]*core.Probe{"/readyz": container.ReadinessProbe, "/healthz": container.LivenessProbe} {
		require.Equal(t, path, probe.HTTPGet.Path)
		require.Equal(t, "admin", probe.HTTPGet.Port.StrVal)
	}

	require.True(t, *pod.SecurityContext.RunAsNonRoot)
	require.Equal(t, core.SeccompProfileTypeLocalhost, pod.SecurityContext.SeccompProfile.Type)
	require.True(t, *container.SecurityContext.ReadOnlyRootFilesystem)
	require.False(t, *container.SecurityContext.AllowPrivilegeEscalation)
	require.Equal(t, []core.Capability{"ALL"}, container.SecurityContext.Capabilities.Drop)
	keys := container.VolumeMounts[slices.IndexFunc(container.VolumeMounts, func(m core.VolumeMount) bool { return m.Name == "keys" })]
	require.Equal(t, keys.MountPath, filepath.Dir(config.Auth.File))
	require.Empty(t, keys.SubPath, "a file that is mounted by subPath is never updated")
	requireMemory(t, config, container.Resources.Limits.Memory().Value())
	require.GreaterOrEqual(t, container.Resources.Requests.Memory().Value(), int64(domain.GiB), "what two documents of 93 pages take")

	require.Equal(t, deployment.Spec.Template.Labels, pod.TopologySpreadConstraints[0].LabelSelector.MatchLabels)
	require.Equal(t, "kubernetes.io/hostname", pod.TopologySpreadConstraints[0].TopologyKey)
	ingress := find[*networking.Ingress](t, all, "Ingress platen")
	path := ingress.Spec.Rules[0].HTTP.Paths[0]
	require.Equal(t, "/api/pdf/external", path.Path)
	service := find[*core.Service](t, all, "Service platen")
	require.Equal(t, []string{service.Name, service.Spec.Ports[0].Name}, []string{path.Backend.Service.Name, path.Backend.Service.Port.Name})
	seconds, err := strconv.Atoi(ingress.Annotations["nginx.ingress.kubernetes.io/proxy-read-timeout"])
	require.NoError(t, err)
	require.Greater(t, time.Duration(seconds)*time.Second, config.Render.Timeout)
	var out []int32
	for _, rule := range find[*networking.NetworkPolicy](t, all, "NetworkPolicy platen").Spec.Egress {
		for _, port := range rule.Ports {
			out = append(out, port.Port.IntVal)
		}
	}
	require.Subset(t, out, []int32{4317, 4318}, "traces")

	redis := find[*core.Service](t, all, "Service platen-redis")
	require.Equal(t, "redis://"+redis.Name+":6379", config.RateLimit.RedisURL)
	require.EqualValues(t, 6379, redis.Spec.Ports[0].Port)
	for _, selector := range []map[string]string{
		deployment.Spec.Selector.MatchLabels, find[*core.Service](t, all, "Service platen").Spec.Selector,
		find[*policy.PodDisruptionBudget](t, all, "PodDisruptionBudget platen").Spec.Selector.MatchLabels,
		find[*networking.NetworkPolicy](t, all, "NetworkPolicy platen").Spec.PodSelector.MatchLabels,
	} {
		require.Equal(t, deployment.Spec.Template.Labels, selector)
	}
	scaler := find[*autoscaling.HorizontalPodAutoscaler](t, all, "HorizontalPodAutoscaler platen")
	require.Equal(t, deployment.Name, scaler.Spec.ScaleTargetRef.Name)
	rule, err := os.ReadFile(monitoring + "/prometheus-adapter.yaml")
	require.NoError(t, err)
	require.Contains(t, string(rule), "as: "+scaler.Spec.Metrics[0].Pods.Metric.Name+"}")
}

// TestCompose: the settings exist, and so do the files.
func TestCompose(t *testing.T) {
	content, err := os.ReadFile("deploy/compose.yaml")
	require.NoError(t, err)
	var file struct {
		Services map[string]struct {
			Environment map[string]string
			Volumes     []string
			ReadOnly    bool     `json:"read_only"`
			SecurityOpt []string `json:"security_opt"`
			StopGrace   string   `json:"stop_grace_period"`
			MemLimit    string   `json:"mem_limit"`
			Logging     struct{ Options map[string]string }
		}
	}
	require.NoError(t, yaml.Unmarshal(content, &file))
	platen := file.Services["platen"]
	var environ []string
	for name, value := range platen.Environment {
		environ = append(environ, name+"="+value)
	}
	config := settingsOf(t, environ)
	require.Equal(t, []string{"./keys:" + filepath.Dir(config.Auth.File) + ":ro"}, platen.Volumes)
	require.Contains(t, file.Services, strings.TrimSuffix(strings.TrimPrefix(config.RateLimit.RedisURL, "redis://"), ":6379"))
	require.True(t, platen.ReadOnly)
	requireMemory(t, config, gibibytes(t, platen.MemLimit, "g"))
	grace, err := time.ParseDuration(platen.StopGrace)
	require.NoError(t, err)
	require.GreaterOrEqual(t, grace, config.HTTP.DrainDelay+config.HTTP.DrainTimeout+10*time.Second)
	require.Contains(t, platen.SecurityOpt, "seccomp=seccomp.json")
	require.Contains(t, platen.Logging.Options, "max-size", "a log that is never rotated fills the disk")
}

// gibibytes reads a size such as 6g, in bytes.
func gibibytes(t *testing.T, text, unit string) int64 {
	t.Helper()
	number, err := strconv.ParseInt(strings.TrimSuffix(text, unit), 10, 64)
	require.NoError(t, err)
	return number * int64(domain.GiB)
}

// TestSeccomp: the profile allows Chrome's sandbox, and refuses system calls that a container does not need. integration/container runs
// the service with it.
func TestSeccomp(t *testing.T) {
	content, err := os.ReadFile("deploy/seccomp.json")
	require.NoError(t, err)
	var profile struct {
		DefaultAction string
		Syscalls      []struct {
			Names  []string
			Action string
			Args   []struct{}
		}
	}
	require.NoError(t, json.Unmarshal(content, &profile))
	require.Equal(t, "SCMP_ACT_ALLOW", profile.DefaultAction)
	var refused []string // whatever their arguments are
	for _, rule := range profile.Syscalls {
		require.Equal(t, "SCMP_ACT_ERRNO", rule.Action)
		if len(rule.Args) == 0 {
			refused = append(refused, rule.Names...)
		}
	}
	for _, needed := range []string{"clone", "unshare", "chroot", "seccomp", "prctl"} {
		require.NotContains(t, refused, needed)
	}
	require.Subset(t, refused, []string{
		"mount", "bpf", "kexec_load", "init_module", "setns", "perf_event_open", "io_uring_setup", "keyctl", "userfaultfd",
		"clone3", // whose flags cannot be filtered
	})
}

// TestSystemd: the settings exist, and the time to stop is enough.
func TestSystemd(t *testing.T) {
	file, err := os.Open("deploy/systemd/platen.service")
	require.NoError(t, err)
	defer file.Close()
	unit := map[string][]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), "="); ok && !strings.HasPrefix(name, "#") {
			unit[name] = append(unit[name], value)
		}
	}
	config := settingsOf(t, unit["Environment"])
	stop, err := time.ParseDuration(unit["TimeoutStopSec"][0] + "s")
	require.NoError(t, err)
	require.GreaterOrEqual(t, stop, config.HTTP.DrainDelay+config.HTTP.DrainTimeout+10*time.Second)
	requireMemory(t, config, gibibytes(t, unit["MemoryMax"][0], "G"))
	require.Equal(t, []string{"/bin/kill -HUP $MAINPID"}, unit["ExecReload"], "which reads keys again")
	require.Equal(t, []string{"user pid net"}, unit["RestrictNamespaces"], "Chrome's sandbox")
	require.Equal(t, [][]string{{"platen"}, {"platen"}}, [][]string{unit["User"], unit["StateDirectory"]})
	require.Equal(t, [][]string{{"notify"}, {"2"}, {"0"}}, [][]string{unit["Type"], unit["RestartSec"], unit["StartLimitIntervalSec"]})
	require.True(t, strings.HasSuffix(unit["ExecStart"][0], " serve --config /etc/platen/platen.yaml"))

	// Here, the program is not installed.
	text, err := os.ReadFile("deploy/systemd/platen.service")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "platen.service")
	require.NoError(t, os.WriteFile(path, bytes.ReplaceAll(text, []byte("/usr/bin/platen"), []byte("/bin/true")), 0o600))
	for _, arguments := range [][]string{{"verify", "--man=no", path}, {"security", "--offline=true", "--threshold=25", path}} {
		said, err := exec.Command(machine.Program(t, "systemd-analyze"), arguments...).CombinedOutput()
		require.NoError(t, err, "%s", said)
	}
}
