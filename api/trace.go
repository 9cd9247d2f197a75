package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"quire/internal/traceparent"
	"quire/schema"
	"quire/workflows"
)

// startSpan attaches the request's id and span to its context. It continues a trace only if a trusted proxy began it,
// because strangers must not decide what is recorded.
func (s *Server) startSpan(c echo.Context, id string) trace.Span {
	r := c.Request()
	ctx := workflows.WithRequestID(r.Context(), id)
	if isProbe(c.Path()) {
		c.SetRequest(r.WithContext(ctx))
		return trace.SpanFromContext(ctx)
	}
	if s.fromTrustedProxy(r) {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	}
	method := methodLabel(r.Method)
	ctx, span := s.cfg.Tracer.Start(ctx, method+" "+c.Path(), trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("request_id", id), attribute.String("http.request.method", method), attribute.String("http.route", c.Path()),
	))
	c.SetRequest(r.WithContext(schema.WithTrace(ctx, traceparent.Of(ctx))))
	return span
}

// endSpan records how the request ended.
func endSpan(span trace.Span, status int) {
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, http.StatusText(status))
	}
}
