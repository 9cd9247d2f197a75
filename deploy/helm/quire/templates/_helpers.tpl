{{- define "quire.name" -}}
{{- if eq .Release.Name "quire" }}quire{{ else }}{{ printf "%s-quire" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "quire.labels" -}}
app.kubernetes.io/name: quire
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* quire.selector takes root and component. */ -}}
{{- define "quire.selector" -}}
app.kubernetes.io/name: quire
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "quire.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- /* quire.scheme is the scheme of the API's port: HTTP or HTTPS. */ -}}
{{- define "quire.scheme" -}}
{{ if hasKey .Values.settings "QUIRE_TLS_CERT" }}HTTPS{{ else }}HTTP{{ end }}
{{- end }}

{{- /* quire.check fails a release that cannot work, and says what to do instead. */ -}}
{{- define "quire.check" -}}
{{- $known := .Files.Get "settings.yaml" | fromYaml }}
{{- range $name, $value := .Values.settings }}
  {{- if not (hasKey $known $name) }}{{ fail (printf "settings.%s is not a setting: docs/operations.md lists them" $name) }}{{ end }}
  {{- if (index $known $name).secret }}{{ fail (printf "settings.%s is secret: name the Secret that holds it under secrets.%s" $name $name) }}{{ end }}
{{- end }}
{{- range $name, $reference := .Values.secrets }}
  {{- if not (or (hasKey $known $name) (hasPrefix "AWS_" $name)) }}{{ fail (printf "secrets.%s is not a setting: docs/operations.md lists them" $name) }}{{ end }}
{{- end }}
{{- $needed := list "QUIRE_DATABASE_URL" "QUIRE_BLOBS" "QUIRE_TEMPORAL_ADDRESS" "QUIRE_PUBLIC_URL" "QUIRE_KEY_PEPPER" "QUIRE_LINK_SECRET" (ternary "QUIRE_QDRANT_API_KEY" "QUIRE_QDRANT_URL" .Values.index.enabled) }}
{{- if and .Values.index.enabled (hasKey .Values.settings "QUIRE_QDRANT_URL") }}{{ fail "settings.QUIRE_QDRANT_URL and index.enabled contradict each other: leave out one of them" }}{{ end }}
{{- range $name := $needed }}
  {{- if not (or (index $.Values.settings $name) (index $.Values.secrets $name)) }}{{ fail (printf "%s is missing: several replicas need it; give it under settings or secrets" $name) }}{{ end }}
{{- end }}
{{- if hasPrefix "file:" (toString (index .Values.settings "QUIRE_BLOBS")) }}{{ fail "settings.QUIRE_BLOBS is a directory, which replicas do not share: give an s3:// address" }}{{ end }}
{{- $served := list }}
{{- range $worker := .Values.workers }}
  {{- if and (has "egress" $worker.queues) (gt (len $worker.queues) 1) }}{{ fail "the worker that serves the queue egress must serve no other: it alone reaches addresses of users" }}{{ end }}
  {{- $served = concat $served $worker.queues }}
{{- end }}
{{- range $queue := list "workflow" "quick" "convert" "model" "egress" }}
  {{- if not (has $queue $served) }}{{ fail (printf "no worker serves the queue %s: its work would wait forever" $queue) }}{{ end }}
{{- end }}
{{- end }}

{{- /* quire.environment takes root, readers (the parts of the process, as settings.yaml names them) and extra (a map of settings). */ -}}
{{- define "quire.environment" -}}
{{- $known := .root.Files.Get "settings.yaml" | fromYaml }}
{{- $readers := .readers }}
{{- $own := dict }}
{{- if .root.Values.index.enabled }}{{ $own = dict "QUIRE_QDRANT_URL" (printf "%s://%s-index:6334" (include "quire.scheme" .root | lower) (include "quire.name" .root)) }}{{ end }}
{{- $values := mustMergeOverwrite (deepCopy .root.Values.settings) $own .extra }}
{{- range $name, $value := $values }}
{{- if include "quire.reads" (dict "known" $known "name" $name "readers" $readers) }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- range $name, $reference := .root.Values.secrets }}
{{- if include "quire.reads" (dict "known" $known "name" $name "readers" $readers) }}
- name: {{ $name }}
  valueFrom: {secretKeyRef: {name: {{ $reference.name | quote }}, key: {{ $reference.key | quote }}}}
{{- end }}
{{- end }}
{{- end }}

{{- /* quire.reads is not empty if one of the readers reads the setting. A process that reads the store's address also gets its credentials. */ -}}
{{- define "quire.reads" -}}
{{- $for := (index .known (ternary "QUIRE_BLOBS" .name (hasPrefix "AWS_" .name)) | default dict).for }}
{{- if not $for }}yes{{ else }}{{ range $for }}{{ if has . $.readers }}yes{{ end }}{{ end }}{{ end }}
{{- end }}

{{- /* quire.pod is the specification of a pod. It takes root, component, args, readers, extra, resources, ports and probe: the name and scheme of a port, and the path of the readiness probe unless it is /healthz. */ -}}
{{- define "quire.pod" -}}
automountServiceAccountToken: false
serviceAccountName: {{ .serviceAccount }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
# A process hands over its unfinished work after 25 seconds.
terminationGracePeriodSeconds: 40
containers:
  - name: quire
    image: {{ include "quire.image" .root | quote }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: {{ toJson .args }}
    env:
      {{- include "quire.environment" . | nindent 6 }}
    {{- if .ports }}
    ports:
      {{- range $name, $port := .ports }}
      - {name: {{ $name }}, containerPort: {{ $port }}, protocol: TCP}
      {{- end }}
    {{- end }}
    {{- with .probe }}
    # Not /readyz, because one unavailable dependency would take every replica out of service. Uploads work without
    # Temporal, and downloads need only PostgreSQL and the store.
    startupProbe:
      httpGet: {path: /healthz, port: {{ .port }}, scheme: {{ .scheme }}}
      periodSeconds: 2
      failureThreshold: 60
    readinessProbe:
      httpGet: {path: {{ .ready | default "/healthz" }}, port: {{ .port }}, scheme: {{ .scheme }}}
      periodSeconds: 5
    livenessProbe:
      httpGet: {path: /healthz, port: {{ .port }}, scheme: {{ .scheme }}}
      periodSeconds: 20
      timeoutSeconds: 5
      failureThreshold: 6
    {{- end }}
    resources: {{ toYaml .resources | nindent 6 }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: {drop: [ALL]}
    volumeMounts:
      - {name: tmp, mountPath: /tmp}
      - {name: cache, mountPath: /var/cache/quire}
      {{- with .root.Values.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
volumes:
  - {name: tmp, emptyDir: {sizeLimit: {{ .root.Values.scratch.tmp }}}}
  - {name: cache, emptyDir: {sizeLimit: {{ .root.Values.scratch.cache }}}}
  {{- with .root.Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* quire.deployment takes the parameters of quire.pod, replicas, which is empty if a HorizontalPodAutoscaler decides, and alone, if there must never be two pods. */ -}}
{{- define "quire.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "quire.name" .root }}-{{ .component }}
  labels: {{ include "quire.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- with .replicas }}
  replicas: {{ . }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy: {{ if .alone }}{type: Recreate}{{ else }}{type: RollingUpdate, rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}{{ end }}
  selector:
    matchLabels: {{ include "quire.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{ include "quire.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
        quire/network: {{ .network }}
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "9090"
        {{- with .root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "quire.pod" . | nindent 6 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{ include "quire.selector" . | nindent 14 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "quire.name" .root }}-{{ .component }}
  labels: {{ include "quire.labels" .root | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{ include "quire.selector" . | nindent 6 }}
{{- end }}

{{- /* quire.autoscaler takes root, component, autoscaling and metrics (YAML). */ -}}
{{- define "quire.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "quire.name" .root }}-{{ .component }}
  labels: {{ include "quire.labels" .root | nindent 4 }}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: {{ include "quire.name" .root }}-{{ .component }}}
  minReplicas: {{ .autoscaling.minReplicas }}
  maxReplicas: {{ .autoscaling.maxReplicas }}
  # A queue that is empty for a moment is no reason to stop running conversions.
  behavior: {scaleDown: {stabilizationWindowSeconds: 600, policies: [{type: Pods, value: 1, periodSeconds: 120}]}}
  metrics: {{ .metrics | nindent 4 }}
{{- end }}
