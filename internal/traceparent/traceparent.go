// Package traceparent writes the span of a context as W3C text and reads it back, so that rows can carry it.
package traceparent

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
)

const header = "traceparent"

// Of returns the traceparent of the span in ctx, or "" if there is none.
func Of(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier.Get(header)
}

// With makes work done under the returned context part of the trace that a traceparent names; "" or an invalid one
// leaves ctx unchanged.
func With(ctx context.Context, traceparent string) context.Context {
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{header: traceparent})
}
