package check

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	"helm.sh/helm/v4/pkg/chart/v2/lint"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/engine"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/yaml"
)

const chartDir = "../helm/quire"

// installation holds the values that an operator fills in, and a setting of each kind.
const installation = `
settings:
  QUIRE_BLOBS: s3://quire?region=eu-central-1
  QUIRE_QDRANT_URL: http://qdrant.data:6334
  QUIRE_PUBLIC_URL: https://quire.example.org
  QUIRE_CHAT_URL: https://models.example.org/v1
  QUIRE_CHAT_MODEL: qwen3-30b
  QUIRE_LINK_LIFETIME: 30m
  QUIRE_CORES: 4
secrets:
  QUIRE_DATABASE_URL: {name: quire, key: database}
  QUIRE_DATABASE_OWNER_URL: {name: quire, key: owner}
  QUIRE_KEY_PEPPER: {name: quire, key: pepper}
  QUIRE_LINK_SECRET: {name: quire, key: links}
  QUIRE_QDRANT_API_KEY: {name: qdrant, key: key}
  QUIRE_CHAT_KEY: {name: models, key: key}
  AWS_ACCESS_KEY_ID: {name: store, key: user}
  AWS_SECRET_ACCESS_KEY: {name: store, key: password}
ingress: {enabled: true, className: nginx, host: quire.example.org, tlsSecretName: quire-tls}
`

// objects are the objects that the chart renders, by kind and name ("Deployment/quire-api").
type objects map[string]runtime.Object

// rendered renders the chart with the given values on top of its defaults and decodes each object as strictly as an API
// server: unknown fields and wrong types are errors.
func rendered(t *testing.T, values ...string) (objects, error) {
	t.Helper()
	chart, err := loader.Load(chartDir)
	require.NoError(t, err)
	given := map[string]any{}
	for _, document := range values {
		next, err := loader.LoadValues(strings.NewReader(document))
		require.NoError(t, err)
		given = loader.MergeMaps(given, next)
	}
	all, err := util.ToRenderValues(chart, given, common.ReleaseOptions{Name: "quire", Namespace: "documents"}, common.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	files, err := engine.Render(chart, all)
	if err != nil {
		return nil, err
	}
	found := objects{}
	for path, text := range files {
		if strings.HasSuffix(path, ".yaml") {
			found.decode(t, path, text)
		}
	}
	return found, nil
}

func (o objects) decode(t *testing.T, path, text string) {
	t.Helper()
	decoder := serializer.NewCodecFactory(kubernetes(t), serializer.EnableStrict).UniversalDeserializer()
	for document := range strings.SplitSeq(text, "\n---\n") {
		raw, err := yaml.YAMLToJSONStrict([]byte(document))
		require.NoError(t, err, "%s:\n%s", path, document)
		if string(raw) == "null" {
			continue
		}
		object, kind, err := decoder.Decode(raw, nil, nil)
		require.NoError(t, err, "%s:\n%s", path, document)
		named, ok := object.(interface{ GetName() string })
		require.True(t, ok)
		name := kind.Kind + "/" + named.GetName()
		require.NotContains(t, o, name, "rendered twice")
		o[name] = object
	}
}

// kubernetes returns the types of Kubernetes that the chart may use.
func kubernetes(t *testing.T) *runtime.Scheme {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		appsv1.AddToScheme, autoscalingv2.AddToScheme, batchv1.AddToScheme, corev1.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme,
	} {
		require.NoError(t, add(scheme))
	}
	return scheme
}

// pods returns the specifications of all pods by the name of the object that creates them.
func (o objects) pods() map[string]corev1.PodTemplateSpec {
	found := map[string]corev1.PodTemplateSpec{}
	for name, object := range o {
		switch made := object.(type) {
		case *appsv1.Deployment:
			found[name] = made.Spec.Template
		case *batchv1.Job:
			found[name] = made.Spec.Template
		}
	}
	return found
}

// environment returns the names of the variables in a pod's container.
func environment(pod corev1.PodTemplateSpec) []string {
	var names []string
	for _, v := range pod.Spec.Containers[0].Env {
		names = append(names, v.Name)
	}
	return names
}

func TestChartHasNothingThatHelmsLinterObjectsTo(t *testing.T) {
	t.Parallel()
	values, err := loader.LoadValues(strings.NewReader(installation))
	require.NoError(t, err)
	for _, message := range lint.RunAll(chartDir, values, "documents").Messages {
		require.Contains(t, message.Err.Error(), "icon is recommended", message.Path)
	}
}

func TestChartRendersWhatKubernetesAccepts(t *testing.T) {
	t.Parallel()
	found, err := rendered(t, installation)
	require.NoError(t, err)
	require.Equal(t, []string{
		"Deployment/quire-api", "Deployment/quire-worker-convert", "Deployment/quire-worker-egress", "Deployment/quire-worker-general",
		"Ingress/quire", "Job/quire-migrate",
		"NetworkPolicy/quire", "NetworkPolicy/quire-api", "NetworkPolicy/quire-egress", "NetworkPolicy/quire-inside",
		"PodDisruptionBudget/quire-api", "PodDisruptionBudget/quire-worker-convert", "PodDisruptionBudget/quire-worker-egress",
		"PodDisruptionBudget/quire-worker-general", "Service/quire", "ServiceAccount/quire",
	}, slices.Sorted(maps.Keys(found)))
}

func TestEveryPodOfTheChartIsConfined(t *testing.T) {
	t.Parallel()
	found, err := rendered(t, installation)
	require.NoError(t, err)
	for name, pod := range found.pods() {
		// The profile "restricted" of Kubernetes' pod security standards, and a read-only root file system.
		spec, container := pod.Spec, pod.Spec.Containers[0]
		require.True(t, *spec.SecurityContext.RunAsNonRoot, name)
		require.Equal(t, corev1.SeccompProfileTypeRuntimeDefault, spec.SecurityContext.SeccompProfile.Type, name)
		require.False(t, *spec.AutomountServiceAccountToken, name)
		require.True(t, *container.SecurityContext.ReadOnlyRootFilesystem, name)
		require.False(t, *container.SecurityContext.AllowPrivilegeEscalation, name)
		require.Equal(t, []corev1.Capability{"ALL"}, container.SecurityContext.Capabilities.Drop, name)
		require.NotZero(t, container.Resources.Limits.Memory().Value(), "%s may take all memory", name)
		for _, volume := range spec.Volumes {
			require.NotNil(t, volume.EmptyDir, "%s: %s", name, volume.Name)
			require.NotNil(t, volume.EmptyDir.SizeLimit, "%s may fill the node's disk", name)
		}
		if strings.HasPrefix(name, "Deployment/") {
			require.NotNil(t, container.LivenessProbe, name)
			require.NotNil(t, container.ReadinessProbe, name)
			require.Greater(t, *spec.TerminationGracePeriodSeconds, int64(25), "%s would be killed before it has handed over its work", name)
		}
	}
}

func TestEachProcessOfTheChartGetsOnlyWhatItReads(t *testing.T) {
	t.Parallel()
	found, err := rendered(t, installation)
	require.NoError(t, err)
	pods := found.pods()
	require.ElementsMatch(t, []string{
		"QUIRE_BLOBS", "QUIRE_TEMPORAL_ADDRESS", "QUIRE_METRICS_LISTEN", "QUIRE_QUEUES", "QUIRE_DATABASE_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY",
	}, environment(pods["Deployment/quire-worker-egress"]), "who reaches addresses of users has no secret that it can lose")
	require.Contains(t, environment(pods["Deployment/quire-api"]), "QUIRE_KEY_PEPPER")
	require.Contains(t, environment(pods["Deployment/quire-worker-general"]), "QUIRE_CHAT_KEY")
	for name, pod := range pods {
		names := environment(pod)
		require.Equal(t, name == "Job/quire-migrate", slices.Contains(names, "QUIRE_DATABASE_OWNER_URL"), "the owner of the tables is for the migration alone: %s", name)
		require.Len(t, slices.Compact(slices.Sorted(slices.Values(names))), len(names), "%s has a variable twice", name)
		for _, v := range pod.Spec.Containers[0].Env {
			if strings.Contains(v.Name, "KEY") || strings.Contains(v.Name, "SECRET") {
				require.NotNil(t, v.ValueFrom, "%s: %s is not by reference", name, v.Name)
			}
		}
	}
	cores := slices.IndexFunc(pods["Deployment/quire-worker-convert"].Spec.Containers[0].Env, func(v corev1.EnvVar) bool { return v.Name == "QUIRE_CORES" })
	require.Equal(t, "2", pods["Deployment/quire-worker-convert"].Spec.Containers[0].Env[cores].Value, "a worker's own setting comes before the common one")
}

func TestOnlyEgressWorkersOfTheChartReachTheInternet(t *testing.T) {
	t.Parallel()
	found, err := rendered(t, installation)
	require.NoError(t, err)
	for name, object := range found {
		policy, ok := object.(*networkingv1.NetworkPolicy)
		if !ok {
			continue
		}
		for _, rule := range policy.Spec.Egress {
			require.NotEmpty(t, rule.To, "%s lets everything out", name)
			for _, peer := range rule.To {
				require.Equal(t, name == "NetworkPolicy/quire-egress", peer.IPBlock != nil, name)
			}
		}
	}
	for name, pod := range found.pods() {
		require.Equal(t, strings.Contains(name, "egress"), pod.Labels["quire/network"] == "egress", name)
		require.NotEmpty(t, pod.Labels["quire/network"], "no policy holds for %s", name)
	}
}

func TestChartAddsWorkersByTheAgeOfTheirQueues(t *testing.T) {
	t.Parallel()
	found, err := rendered(t, installation, "workers: {general: {autoscaling: {enabled: true}}}\napi: {autoscaling: {enabled: true}}")
	require.NoError(t, err)
	require.Nil(t, found["Deployment/quire-worker-general"].(*appsv1.Deployment).Spec.Replicas, "an upgrade would undo what the autoscaler decided")
	scaler := found["HorizontalPodAutoscaler/quire-worker-general"].(*autoscalingv2.HorizontalPodAutoscaler)
	var lanes []string
	for _, metric := range scaler.Spec.Metrics {
		require.Equal(t, "quire_queue_oldest_seconds", metric.External.Metric.Name)
		require.Equal(t, "10", metric.External.Target.Value.String())
		lanes = append(lanes, metric.External.Metric.Selector.MatchLabels["lane"])
	}
	require.Equal(t, []string{"workflow", "quick", "model"}, lanes)
	require.Contains(t, found, "HorizontalPodAutoscaler/quire-api")
}

func TestChartRefusesWhatCannotWork(t *testing.T) {
	t.Parallel()
	for values, want := range map[string]string{
		"settings: {QUIRE_RETENTON: 30d}":                                   "settings.QUIRE_RETENTON is not a setting",
		"secrets: {QUIRE_PEPPER: {name: a, key: b}}":                        "secrets.QUIRE_PEPPER is not a setting",
		"settings: {QUIRE_KEY_PEPPER: abc}":                                 "settings.QUIRE_KEY_PEPPER is secret: name the Secret",
		"settings: {QUIRE_BLOBS: file:///data}":                             "which replicas do not share",
		"settings: {QUIRE_QDRANT_URL: \"\"}":                                "QUIRE_QDRANT_URL is missing",
		"index: {enabled: true}":                                            "contradict each other",
		"workers: {egress: {queues: [egress, quick]}}":                      "must serve no other",
		"workers: {convert: null}":                                          "no worker serves the queue convert",
		"workers: {general: {queues: [mail]}}":                              "queues",
		"replicas: 3":                                                       "replicas",
		"image: {digest: sha256:abc}":                                       "digest",
		"secrets: {QUIRE_CHAT_KEY: hidden}":                                 "QUIRE_CHAT_KEY",
		"ingress: {host: \"\"}":                                             "ingress.host is missing",
		"networkPolicy: {backend: []}":                                      "backend",
		"workers: {a-name-that-is-too-long-for-a-label: {queues: [quick]}}": "does not match pattern",
	} {
		_, err := rendered(t, installation, values)
		require.ErrorContains(t, err, want, values)
	}
}

// ownIndex is the installation without Qdrant.
var ownIndex = strings.Replace(installation, "  QUIRE_QDRANT_URL: http://qdrant.data:6334\n", "", 1) + "index: {enabled: true}\n"

func TestChartServesAnIndexOfItsOwn(t *testing.T) {
	t.Parallel()
	found, err := rendered(t, ownIndex)
	require.NoError(t, err)
	deployment := found["Deployment/quire-index"].(*appsv1.Deployment)
	require.Equal(t, int32(1), *deployment.Spec.Replicas)
	require.Equal(t, appsv1.RecreateDeploymentStrategyType, deployment.Spec.Strategy.Type, "two would each miss what the other is told")
	container := deployment.Spec.Template.Spec.Containers[0]
	require.Equal(t, []string{"index"}, container.Args)
	require.Equal(t, "/readyz", container.ReadinessProbe.HTTPGet.Path, "nobody is sent to an index that is loading")
	require.Equal(t, "/healthz", container.LivenessProbe.HTTPGet.Path, "loading is no reason to start over")
	require.ElementsMatch(t, []string{"QUIRE_INDEX_LISTEN", "QUIRE_METRICS_LISTEN", "QUIRE_DATABASE_URL", "QUIRE_QDRANT_API_KEY"},
		environment(deployment.Spec.Template))
	require.Equal(t, deployment.Spec.Template.Labels["app.kubernetes.io/component"], found["Service/quire-index"].(*corev1.Service).Spec.Selector["app.kubernetes.io/component"])
	for name, pod := range found.pods() {
		at := slices.IndexFunc(pod.Spec.Containers[0].Env, func(v corev1.EnvVar) bool { return v.Name == "QUIRE_QDRANT_URL" })
		require.Equal(t, name == "Deployment/quire-worker-general", at >= 0, name)
		if at >= 0 {
			require.Equal(t, "http://quire-index:6334", pod.Spec.Containers[0].Env[at].Value)
		}
	}
	policy := found["NetworkPolicy/quire-index"].(*networkingv1.NetworkPolicy)
	require.Equal(t, "inside", policy.Spec.Ingress[0].From[0].PodSelector.MatchLabels["quire/network"])
	_, err = rendered(t, strings.Replace(ownIndex, "  QUIRE_QDRANT_API_KEY: {name: qdrant, key: key}\n", "", 1))
	require.ErrorContains(t, err, "QUIRE_QDRANT_API_KEY is missing")
	tls, err := rendered(t, ownIndex, "settings: {QUIRE_TLS_CERT: /tls/tls.crt, QUIRE_TLS_KEY: /tls/tls.key}")
	require.NoError(t, err)
	require.Contains(t, tls.pods()["Deployment/quire-worker-general"].Spec.Containers[0].Env, corev1.EnvVar{Name: "QUIRE_QDRANT_URL", Value: "https://quire-index:6334"})
}

func TestChartHoldsNoSecret(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(chartDir + "/values.yaml")
	require.NoError(t, err)
	require.NotRegexp(t, `(?i)(password|secret|pepper|api_?key): *["']?[A-Za-z0-9+/]{8,}`, string(raw))
}
