package model

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// The names of the operations in OpenTelemetry's conventions for generative models:
// https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
const (
	operationChat   = "chat"
	operationEmbed  = "embeddings"
	operationRerank = "rerank"
)

// startSpan creates the span of one call. It records which model was asked for what kind of work, never the work
// itself.
func (c *Client) startSpan(ctx context.Context, operation string) (context.Context, trace.Span) {
	return c.cfg.Tracer.Start(ctx, operation+" "+c.cfg.Model, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", operation), attribute.String("gen_ai.request.model", c.cfg.Model),
		attribute.String("server.address", c.base.Hostname()),
	))
}

// blame marks the span only with the kind of an error, because a provider's words may quote the prompt.
func (x *call) blame(err error) {
	kind := "cancelled"
	if e, ok := errors.AsType[*Error](err); ok {
		kind = string(e.Kind)
		x.span.SetAttributes(attribute.Int("http.response.status_code", e.Status))
	}
	x.result = kind
	x.span.SetAttributes(attribute.String("error.type", kind))
	x.span.SetStatus(codes.Error, kind)
}
