package worker

import (
	"context"
	"fmt"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/sdk/client"

	"quire/workflows"
)

const attributesTimeout = 10 * time.Second

// MissingSearchAttributes returns the search attributes that workflows set but the namespace does not have.
func MissingSearchAttributes(ctx context.Context, c client.Client, namespace string) ([]string, error) {
	found, err := c.OperatorService().ListSearchAttributes(ctx, &operatorservice.ListSearchAttributesRequest{Namespace: namespace})
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, key := range workflows.SearchAttributes() {
		if _, ok := found.GetCustomAttributes()[key.GetName()]; !ok {
			missing = append(missing, key.GetName())
		}
	}
	return missing, nil
}

// EnsureSearchAttributes registers the missing search attributes. No workflow starts without them.
func EnsureSearchAttributes(ctx context.Context, c client.Client, namespace string) error {
	ctx, cancel := context.WithTimeout(ctx, attributesTimeout)
	defer cancel()
	missing, err := MissingSearchAttributes(ctx, c, namespace)
	if err != nil || len(missing) == 0 {
		return err
	}
	add := make(map[string]enums.IndexedValueType, len(missing))
	for _, name := range missing {
		add[name] = enums.INDEXED_VALUE_TYPE_KEYWORD
	}
	_, err = c.OperatorService().AddSearchAttributes(ctx, &operatorservice.AddSearchAttributesRequest{
		Namespace: namespace, SearchAttributes: add,
	})
	if err != nil {
		return fmt.Errorf("search attributes %v: %w", missing, err)
	}
	return nil
}
