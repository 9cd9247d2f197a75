package app

import "github.com/prometheus/client_golang/prometheus"

// metrics are what all roles of a process show at /metrics.
type metrics struct {
	registry  *prometheus.Registry
	lostPages prometheus.Counter
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		lostPages: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "quire_convert_pages_lost_total",
			Help: "Converted pages whose blocks hold less than 98 % of the words of the text layer.",
		}),
	}
	m.registry.MustRegister(m.lostPages)
	return m
}
