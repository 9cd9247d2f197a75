package worker

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	enums "go.temporal.io/api/enums/v1"
	taskqueue "go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"quire/workflows"
)

// backlogTimeout is how long a scrape waits for Temporal. Queues not described by then are left out.
const backlogTimeout = 2 * time.Second

// Backlog exports how many tasks are waiting in each lane and how long the oldest has waited, according to Temporal.
// Every process exports the same numbers, so a lane without workers shows up too.
type Backlog struct {
	client    client.Client
	namespace string
	waiting   *prometheus.Desc
	oldest    *prometheus.Desc
}

// NewBacklog returns a collector for the task queues of namespace.
func NewBacklog(c client.Client, namespace string) *Backlog {
	return &Backlog{
		client: c, namespace: namespace,
		waiting: prometheus.NewDesc("quire_queue_waiting", "Tasks waiting for a worker.", []string{"lane"}, nil),
		oldest:  prometheus.NewDesc("quire_queue_oldest_seconds", "How long the oldest task has been waiting for a worker.", []string{"lane"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (b *Backlog) Describe(descs chan<- *prometheus.Desc) {
	descs <- b.waiting
	descs <- b.oldest
}

// Collect implements prometheus.Collector.
func (b *Backlog) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), backlogTimeout)
	defer cancel()
	for _, lane := range workflows.Queues() {
		waiting, oldest, err := b.of(ctx, lane)
		if err != nil {
			continue
		}
		metrics <- prometheus.MustNewConstMetric(b.waiting, prometheus.GaugeValue, float64(waiting), lane)
		metrics <- prometheus.MustNewConstMetric(b.oldest, prometheus.GaugeValue, oldest.Seconds(), lane)
	}
}

// of returns the backlog of one lane: its activities and, in the queue that has them, its workflow tasks.
func (b *Backlog) of(ctx context.Context, lane string) (waiting int64, oldest time.Duration, err error) {
	kinds := []enums.TaskQueueType{enums.TASK_QUEUE_TYPE_ACTIVITY}
	if lane == workflows.QueueWorkflow {
		kinds = append(kinds, enums.TASK_QUEUE_TYPE_WORKFLOW)
	}
	for _, kind := range kinds {
		res, err := b.client.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
			Namespace: b.namespace, TaskQueue: &taskqueue.TaskQueue{Name: lane}, TaskQueueType: kind, ReportStats: true,
		})
		if err != nil {
			return 0, 0, err
		}
		waiting += res.GetStats().GetApproximateBacklogCount()
		if waiting > 0 {
			oldest = max(oldest, res.GetStats().GetApproximateBacklogAge().AsDuration())
		}
	}
	return waiting, oldest, nil
}
