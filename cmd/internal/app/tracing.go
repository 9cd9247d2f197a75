package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
	"go.temporal.io/sdk/contrib/opentelemetry"
	"go.temporal.io/sdk/interceptor"
)

// flushTimeout is how long a shutdown waits for the collector to accept the last spans.
const flushTimeout = 5 * time.Second

// openTracing sends spans to the collector if one is configured. If the collector is down, spans are lost and nothing
// else is affected.
func (a *App) openTracing(ctx context.Context) error {
	endpoint := a.cfg.TraceEndpoint
	if endpoint == "" {
		return nil
	}
	if err := a.cfg.allowed("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint); err != nil {
		return err
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(strings.TrimSuffix(endpoint, "/")+"/v1/traces"))
	if err != nil {
		return fmt.Errorf("traces (OTEL_EXPORTER_OTLP_ENDPOINT): %w", err)
	}
	source, err := resource.New(ctx, resource.WithHost(), resource.WithProcessPID(),
		resource.WithAttributes(attribute.String("service.name", "quire"), attribute.String("service.version", Version)),
		resource.WithFromEnv())
	if err != nil {
		return fmt.Errorf("traces (OTEL_RESOURCE_ATTRIBUTES): %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		a.log.Warn("traces were lost", "error", err) //nolint:sloglint // the exporter has no context
	}))
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(source))
	a.traces = provider
	a.closers = append(a.closers, func() {
		ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
		defer cancel()
		_ = provider.Shutdown(ctx) // spans that the collector does not accept in time are lost
	})
	return nil
}

// tracer returns the tracer of one part. Without a collector, it records nothing.
func (a *App) tracer(name string) trace.Tracer {
	if a.traces == nil {
		return noop.NewTracerProvider().Tracer(name)
	}
	return a.traces.Tracer(name)
}

// interceptors returns the interceptors that make workflows and activities part of the trace of the request that
// started them.
func (a *App) interceptors() ([]interceptor.ClientInterceptor, error) {
	if a.traces == nil {
		return nil, nil
	}
	tracing, err := opentelemetry.NewTracingInterceptor(opentelemetry.TracerOptions{
		Tracer: a.tracer("quire/workflows"), TextMapPropagator: propagation.TraceContext{},
		DisableQueryTracing: true, DisableBaggage: true, AllowInvalidParentSpans: true,
	})
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	return []interceptor.ClientInterceptor{tracing}, nil
}
