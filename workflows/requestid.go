package workflows

import (
	"context"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/workflow"
)

type requestIDKey struct{}

const requestIDHeader = "request_id"

// WithRequestID returns a context that attributes work to a request; with "" it returns ctx unchanged.
func WithRequestID(ctx context.Context, id string) context.Context {
	if id == "" {
		return ctx
	}
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestIDOf returns the id of the request that caused this work, or "" if no request did.
func RequestIDOf(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// RequestIDs carries the id of a request from the start of a workflow to the workflow and its activities.
type RequestIDs struct{}

var _ workflow.ContextPropagator = RequestIDs{}

// Inject implements workflow.ContextPropagator.
func (RequestIDs) Inject(ctx context.Context, w workflow.HeaderWriter) error {
	return writeRequestID(w, RequestIDOf(ctx))
}

// InjectFromWorkflow implements workflow.ContextPropagator.
func (RequestIDs) InjectFromWorkflow(ctx workflow.Context, w workflow.HeaderWriter) error {
	return writeRequestID(w, requestID(ctx))
}

// Extract implements workflow.ContextPropagator.
func (RequestIDs) Extract(ctx context.Context, r workflow.HeaderReader) (context.Context, error) {
	return WithRequestID(ctx, readRequestID(r)), nil
}

// ExtractToWorkflow implements workflow.ContextPropagator.
func (RequestIDs) ExtractToWorkflow(ctx workflow.Context, r workflow.HeaderReader) (workflow.Context, error) {
	return workflow.WithValue(ctx, requestIDKey{}, readRequestID(r)), nil
}

func writeRequestID(w workflow.HeaderWriter, id string) error {
	if id == "" {
		return nil
	}
	payload, err := converter.GetDefaultDataConverter().ToPayload(id)
	if err == nil {
		w.Set(requestIDHeader, payload)
	}
	return err
}

// readRequestID treats an unreadable header as a missing one: a log line without an id is better than work that does
// not happen.
func readRequestID(r workflow.HeaderReader) string {
	var id string
	if payload, ok := r.Get(requestIDHeader); ok {
		_ = converter.GetDefaultDataConverter().FromPayload(payload, &id)
	}
	return id
}

func requestID(ctx workflow.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// logger returns a logger that adds the id of the request and that of the object to each line.
func logger(ctx workflow.Context, key string, id any) log.Logger {
	return log.With(workflow.GetLogger(ctx), key, id, requestIDHeader, requestID(ctx))
}
