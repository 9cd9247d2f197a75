package temporal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	namespacepb "go.temporal.io/api/namespace/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"
	"google.golang.org/protobuf/types/known/durationpb"
)

// registerNamespace creates the namespace unless it exists, and waits until it can be used.
func registerNamespace(ctx context.Context, hostPort string, retention time.Duration) error {
	c, err := client.NewNamespaceClient(client.Options{HostPort: hostPort, Logger: sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		return err
	}
	defer c.Close()
	for {
		err := c.Register(ctx, &workflowservice.RegisterNamespaceRequest{
			Namespace: Namespace, WorkflowExecutionRetentionPeriod: durationpb.New(retention),
		})
		if _, exists := errors.AsType[*serviceerror.NamespaceAlreadyExists](err); exists {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(registerEvery):
		}
	}
}

// registerEvery is the pause between two attempts to register a namespace, and to find it registered.
const registerEvery = 200 * time.Millisecond

// awaitNamespace waits until the frontend responds, and updates a namespace that an earlier version created.
func awaitNamespace(ctx context.Context, hostPort string, retention time.Duration) error {
	c, err := client.DialContext(ctx, client.Options{
		HostPort: hostPort, Namespace: Namespace, Logger: sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler)),
		ConnectionOptions: client.ConnectionOptions{GetSystemInfoTimeout: startTime},
	})
	if err != nil {
		return err
	}
	defer c.Close()
	if err := ensureRetention(ctx, c, retention); err != nil {
		return fmt.Errorf("set the retention of closed workflows: %w", err)
	}
	if err := ensureSearchAttributes(ctx, c); err != nil {
		return fmt.Errorf("register search attributes: %w", err)
	}
	return nil
}

func ensureRetention(ctx context.Context, c client.Client, retention time.Duration) error {
	service := c.WorkflowService()
	found, err := service.DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: Namespace})
	if err != nil {
		return err
	}
	if found.GetConfig().GetWorkflowExecutionRetentionTtl().AsDuration() == retention {
		return nil
	}
	_, err = service.UpdateNamespace(ctx, &workflowservice.UpdateNamespaceRequest{
		Namespace: Namespace,
		Config:    &namespacepb.NamespaceConfig{WorkflowExecutionRetentionTtl: durationpb.New(retention)},
	})
	return err
}

func ensureSearchAttributes(ctx context.Context, c client.Client) error {
	service := c.OperatorService()
	found, err := service.ListSearchAttributes(ctx, &operatorservice.ListSearchAttributesRequest{Namespace: Namespace})
	if err != nil {
		return err
	}
	missing := maps.Clone(searchAttributes)
	maps.DeleteFunc(missing, func(name string, _ enumspb.IndexedValueType) bool {
		_, ok := found.GetCustomAttributes()[name]
		return ok
	})
	if len(missing) == 0 {
		return nil
	}
	_, err = service.AddSearchAttributes(ctx, &operatorservice.AddSearchAttributesRequest{
		Namespace: Namespace, SearchAttributes: missing,
	})
	return err
}
