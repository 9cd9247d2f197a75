// Package worker is the one place that says what runs: which workflows and activities, on which task queues, and how
// much of it at once.
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
	// Cores is the number of conversions at once of one account, in each of the two lanes.
	Cores int
	// ModelCalls bounds calls of models at once; an account has all of them but one.
	ModelCalls int
	// StopTimeout is how long a stop waits for activities.
	StopTimeout time.Duration
	// Deployment and BuildID, when they are not empty, opt into Temporal's worker versioning: the workers of this build
	// take no work until operators make it the current one, and a workflow ends on the build that began it.
	Deployment, BuildID string
	// Metrics count what runs.
	Metrics *Metrics
}

// Worker serves task queues until it is stopped.
type Worker struct {
	workers []worker.Worker
}

// New prepares a worker for the queues of cfg; it takes no work before Start.
func New(c client.Client, do *activities.Activities, cfg Config) *Worker {
	worker.SetStickyWorkflowCacheSize(500)
	w := &Worker{}
	add := func(queue string, slots int, opt worker.Options) {
		opt.DeploymentOptions = versioning(cfg)
		opt.Interceptors = append(opt.Interceptors, &observer{metrics: cfg.Metrics}) // behind the gate: who waits there does nothing yet
		cfg.Metrics.slots.WithLabelValues(queue).Set(float64(slots))
		one := worker.New(c, queue, opt)
		register(one, queue, do)
		w.workers = append(w.workers, one)
	}
	if serves(cfg.Queues, workflows.QueueWorkflow) {
		opt := decisions(cfg)
		add(workflows.QueueWorkflow, opt.MaxConcurrentActivityExecutionSize, opt)
	}
	for queue, slots := range lanes(cfg) {
		if serves(cfg.Queues, queue) {
			l := newLane(slots)
			add(queue, l.slots, effects(cfg, l.slots+doorSlots, &gate{lane: l}))
			add(workflows.Overflow(queue), l.share, effects(cfg, l.share, &gate{lane: l, inOverflow: true}))
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

// heartbeatEvery is how often an activity tells the server that it lives, and hears that it was cancelled. By default the
// SDK waits for four fifths of the heartbeat timeout, which leaves a busy machine nothing.
const heartbeatEvery = time.Second

// doorSlots is how many activities a worker takes in beyond the slots of a lane: while the backlog of a crowded account is
// being handed back, another account's work must not wait behind it.
const doorSlots = 4

// egressSlots is the number of fetches and deliveries at once: they wait for other people's servers.
const egressSlots = 32

// lanes are the queues that accounts share, with the slots of each. Where processors are what is shared there is one
// slot more than processors, so that an account alone can use them all.
func lanes(cfg Config) map[string]int {
	return map[string]int{
		workflows.QueueQuick:   ConversionSlots(cfg.Cores),
		workflows.QueueConvert: ConversionSlots(cfg.Cores),
		workflows.QueueModel:   cfg.ModelCalls,
		workflows.QueueEgress:  egressSlots,
	}
}

// ConversionSlots is the number of conversions at once in one lane, of which an account has at most cores.
func ConversionSlots(cores int) int { return cores + 1 }

// decisions are the options of the queue of workflows.
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

// effects are the options of a queue of activities.
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

// register is the complete list of what runs.
func register(w worker.Worker, queue string, do *activities.Activities) {
	w.RegisterActivity(do)
	if queue != workflows.QueueWorkflow {
		return
	}
	for _, wf := range workflows.Startables() {
		w.RegisterWorkflowWithOptions(wf.Function, workflow.RegisterOptions{Name: wf.Name})
	}
}

// Start begins to take work on every queue.
func (w *Worker) Start() error {
	for _, one := range w.workers {
		if err := one.Start(); err != nil {
			return err
		}
	}
	return nil
}

// Stop takes no more work and waits for what runs, at most the stop timeout.
func (w *Worker) Stop() {
	for _, one := range w.workers {
		one.Stop()
	}
}
