package temporal

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	namespacepb "go.temporal.io/api/namespace/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"
	"google.golang.org/protobuf/types/known/durationpb"
)

// awaitNamespace waits until the frontend responds, and updates a namespace that an earlier version created.
func awaitNamespace(ctx context.Context, hostPort string, retention time.Duration) error {
	c, err := client.DialContext(ctx, client.Options{
		HostPort: hostPort, Namespace: Namespace, Logger: sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler)),
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
