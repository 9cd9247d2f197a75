// Package traceparent writes the span of a context as W3C text and reads it back, so that rows can carry it.
package traceparent

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
)

const header = "traceparent"

// Of is the traceparent of the span in ctx; "" without one.
func Of(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier.Get(header)
}

// With makes what follows part of the trace that a traceparent names; "" and what is none leave ctx as it is.
func With(ctx context.Context, traceparent string) context.Context {
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{header: traceparent})
}
