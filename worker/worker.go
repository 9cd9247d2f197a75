// Package worker is the one place that decides what runs: which workflows and activities, on which task queues, and how
// many at once.
package worker

import (
	"slices"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"quire/activities"
	"quire/workflows"
)

// Config says what this process does.
type Config struct {
	// Queues are the task queues to serve, each with its overflow; empty means all.
	Queues []string
	// Cores is the number of conversions that one account may run at once in each of the two lanes.
	Cores int
	// ModelCalls is the number of concurrent calls to models. One account may use all of them but one.
	ModelCalls int
	// StopTimeout is how long Stop waits for activities.
	StopTimeout time.Duration
	// Deployment and BuildID, if not empty, opt into Temporal's worker versioning: the workers of this build take no
	// work until operators make it the current one, and a workflow finishes on the build that started it.
	Deployment, BuildID string
	// Metrics counts what runs.
	Metrics *Metrics
}

// Worker serves task queues until it is stopped.
type Worker struct {
	workers []worker.Worker
}

// New prepares a worker for the queues of cfg; it takes no work before Start.
func New(c client.Client, do Activities, cfg Config) *Worker {
	worker.SetStickyWorkflowCacheSize(500)
	w := &Worker{}
	add := func(lane, queue string, slots int, opt worker.Options) {
		opt.DeploymentOptions = versioning(cfg)
		opt.Interceptors = append(opt.Interceptors, &observer{metrics: cfg.Metrics}) // behind the gate, so that time spent waiting there is not counted
		cfg.Metrics.slots.WithLabelValues(queue).Set(float64(slots))
		one := worker.New(c, queue, opt)
		register(one, lane, do)
		w.workers = append(w.workers, one)
	}
	if serves(cfg.Queues, workflows.QueueWorkflow) {
		opt := decisions(cfg)
		add(workflows.QueueWorkflow, workflows.QueueWorkflow, opt.MaxConcurrentActivityExecutionSize, opt)
	}
	for queue, slots := range lanes(cfg) {
		if serves(cfg.Queues, queue) {
			l := newLane(slots)
			add(queue, queue, l.slots, effects(cfg, l.slots+doorSlots, &gate{lane: l}))
			add(queue, workflows.Overflow(queue), l.share, effects(cfg, l.share, &gate{lane: l, inOverflow: true}))
		}
	}
	return w
}

func versioning(cfg Config) worker.DeploymentOptions {
	if cfg.Deployment == "" {
		return worker.DeploymentOptions{}
	}
	return worker.DeploymentOptions{
		UseVersioning:             true,
		Version:                   worker.WorkerDeploymentVersion{DeploymentName: cfg.Deployment, BuildID: cfg.BuildID},
		DefaultVersioningBehavior: workflow.VersioningBehaviorPinned,
	}
}

func serves(queues []string, queue string) bool {
	if slices.Contains(queues, queue) {
		return true
	}
	return len(queues) == 0
}

// heartbeatEvery is how often an activity tells the server that it is alive and learns whether it was cancelled. By
// default the SDK waits for four fifths of the heartbeat timeout, which leaves a busy machine no margin.
const heartbeatEvery = time.Second

// doorSlots is how many activities a worker accepts beyond the slots of a lane, so that another account's work does not
// wait while the backlog of a crowded account is being handed back.
const doorSlots = 4

// egressSlots is the number of concurrent fetches and deliveries. It is high because they mostly wait for other
// people's servers.
const egressSlots = 32

// lanes returns the queues that accounts share, with the slots of each. CPU-bound queues have one slot more than there
// are processors, so that a single account can use all processors.
func lanes(cfg Config) map[string]int {
	return map[string]int{
		workflows.QueueQuick:   ConversionSlots(cfg.Cores),
		workflows.QueueConvert: ConversionSlots(cfg.Cores),
		workflows.QueueModel:   cfg.ModelCalls,
		workflows.QueueEgress:  egressSlots,
	}
}

// ConversionSlots returns the number of concurrent conversions in one lane, of which an account has at most cores.
func ConversionSlots(cores int) int { return cores + 1 }

// decisions returns the options of the workflow queue.
func decisions(cfg Config) worker.Options {
	return worker.Options{
		MaxConcurrentWorkflowTaskExecutionSize:  100,
		MaxConcurrentLocalActivityExecutionSize: 200,
		MaxConcurrentActivityExecutionSize:      20,
		MaxConcurrentWorkflowTaskPollers:        8,
		WorkerStopTimeout:                       cfg.StopTimeout,
		MaxHeartbeatThrottleInterval:            heartbeatEvery,
	}
}

// effects returns the options of an activity queue.
func effects(cfg Config, slots int, g *gate) worker.Options {
	return worker.Options{
		DisableWorkflowWorker:                   true,
		MaxConcurrentActivityExecutionSize:      slots,
		MaxConcurrentActivityTaskPollers:        min(slots, 4),
		WorkerStopTimeout:                       cfg.StopTimeout,
		MaxHeartbeatThrottleInterval:            heartbeatEvery,
		MaxConcurrentEagerActivityExecutionSize: 0,
		Interceptors:                            []interceptor.WorkerInterceptor{g},
	}
}

// Activities holds what the queues run. The activities of a queue that the process does not serve may be nil.
type Activities struct {
	Rows           *activities.Rows
	Quick, Convert *activities.Convert
	Model          *activities.Model
	Egress         *activities.Egress
}

// On returns the activities of one queue and its overflow, and of no other.
func (do Activities) On(queue string) any {
	switch queue {
	case workflows.QueueWorkflow:
		return do.Rows
	case workflows.QueueQuick:
		return do.Quick
	case workflows.QueueConvert:
		return do.Convert
	case workflows.QueueModel:
		return do.Model
	case workflows.QueueEgress:
		return do.Egress
	}
	panic("no activities for the queue " + queue)
}

// register is the complete list of what runs.
func register(w worker.Worker, queue string, do Activities) {
	w.RegisterActivity(do.On(queue))
	if queue != workflows.QueueWorkflow {
		return
	}
	for _, wf := range workflows.Startables() {
		w.RegisterWorkflowWithOptions(wf.Function, workflow.RegisterOptions{Name: wf.Name})
	}
}

// Start begins taking work on every queue.
func (w *Worker) Start() error {
	for _, one := range w.workers {
		if err := one.Start(); err != nil {
			return err
		}
	}
	return nil
}

// Stop stops taking work and waits for running activities, at most for the stop timeout.
func (w *Worker) Stop() {
	for _, one := range w.workers {
		one.Stop()
	}
}
