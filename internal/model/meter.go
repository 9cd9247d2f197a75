package model

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Meter counts model calls, by kind: chat, embedding, rerank, vision.
type Meter struct {
	calls   *prometheus.CounterVec
	tokens  *prometheus.CounterVec
	seconds *prometheus.HistogramVec
}

// NewMeter registers the metrics of model calls.
func NewMeter(registry prometheus.Registerer) *Meter {
	m := &Meter{
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quire_model_calls_total", Help: "Model calls, by how they ended: ok, cancelled, or the kind of error.",
		}, []string{"kind", "result"}),
		tokens: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "quire_model_tokens_total", Help: "Tokens as endpoints report them.",
		}, []string{"kind", "direction"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "quire_model_call_duration_seconds", Help: "Duration of a call, from its start to the end of its answer.",
			Buckets: []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300},
		}, []string{"kind"}),
	}
	registry.MustRegister(m.calls, m.tokens, m.seconds)
	return m
}

// Of returns the meter for calls to models of the given kind.
func (m *Meter) Of(kind string) *KindMeter {
	m.calls.WithLabelValues(kind, resultOK)
	m.tokens.WithLabelValues(kind, "prompt")
	m.tokens.WithLabelValues(kind, "completion")
	m.seconds.WithLabelValues(kind)
	return &KindMeter{meter: m, kind: kind}
}

// KindMeter counts the calls of one kind of model; nil counts nothing.
type KindMeter struct {
	meter *Meter
	kind  string
}

const resultOK = "ok"

func (k *KindMeter) ended(result string, took time.Duration) {
	if k == nil {
		return
	}
	k.meter.calls.WithLabelValues(k.kind, result).Inc()
	k.meter.seconds.WithLabelValues(k.kind).Observe(took.Seconds())
}

func (k *KindMeter) spent(u Usage) {
	if k == nil {
		return
	}
	k.meter.tokens.WithLabelValues(k.kind, "prompt").Add(float64(max(u.PromptTokens, 0)))
	k.meter.tokens.WithLabelValues(k.kind, "completion").Add(float64(max(u.CompletionTokens, 0)))
}
