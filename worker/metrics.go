package worker

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"

	"quire/activities"
	"quire/workflows"
)

// Metrics counts what activities do. Labels only take values that the code defines: no ids, no names, no text.
type Metrics struct {
	documents *prometheus.CounterVec // by outcome, reason
	runs      *prometheus.CounterVec // of extractors, by outcome, reason
	files     *prometheus.CounterVec // by outcome, reason
	turns     *prometheus.CounterVec // by outcome, reason
	pages     *prometheus.CounterVec // by format
	webhooks  *prometheus.CounterVec // attempts by result
	tasks     *prometheus.CounterVec // by lane, result
	slots     *prometheus.GaugeVec   // by lane
	inUse     *prometheus.GaugeVec   // by lane
	seconds   *prometheus.HistogramVec
}

// The successful outcomes, as they appear in rows.
const (
	completed = "COMPLETED"
	ready     = "ready"
	complete  = "complete"
)

// NewMetrics registers the metrics of a worker.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		registry.MustRegister(c)
		return c
	}
	gauge := func(name, help string) *prometheus.GaugeVec {
		g := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"lane"})
		registry.MustRegister(g)
		return g
	}
	m := &Metrics{
		documents: counter("quire_documents_total", "Conversions that ended.", "outcome", "reason"),
		runs:      counter("quire_extractor_runs_total", "Extractor runs that ended.", "outcome", "reason"),
		files:     counter("quire_files_total", "Versions of files in collections whose processing ended.", "outcome", "reason"),
		turns:     counter("quire_turns_total", "Questions whose processing ended.", "outcome", "reason"),
		pages:     counter("quire_pages_total", "Pages converted.", "format"),
		webhooks:  counter("quire_webhook_attempts_total", "Attempts to deliver a webhook.", "result"),
		tasks:     counter("quire_lane_tasks_total", "Activities that ended.", "lane", "result"),
		slots:     gauge("quire_lane_slots", "Activities that this process may run at once."),
		inUse:     gauge("quire_lane_slots_in_use", "Activities that this process is running."),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "quire_stage_duration_seconds", Help: "Duration of one successful activity.",
			Buckets: []float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800},
		}, []string{"stage", "format"}),
	}
	registry.MustRegister(m.seconds)
	m.begin()
	return m
}

// begin exports what has not happened yet as 0, so that the first occurrence shows up as a change.
func (m *Metrics) begin() {
	for _, lane := range workflows.Queues() {
		m.slots.WithLabelValues(lane)
		m.inUse.WithLabelValues(lane)
		for _, result := range []string{resultDone, resultFault, resultTrouble, resultStopped} {
			m.tasks.WithLabelValues(lane, result)
		}
	}
	m.documents.WithLabelValues(completed, "")
	m.runs.WithLabelValues(completed, "")
	m.files.WithLabelValues(ready, "")
	m.turns.WithLabelValues(complete, "")
	m.webhooks.WithLabelValues("2xx")
}

// nameOf returns the name under which an activity is registered, which is that of its method.
func nameOf(activity any) string {
	name := runtime.FuncForPC(reflect.ValueOf(activity).Pointer()).Name()
	return name[strings.LastIndexByte(name, '.')+1:]
}

// stages maps the activities whose duration is measured to the name of their stage. The other activities are short.
var stages = map[string]string{
	nameOf((*activities.Egress).FetchSource): "fetch", nameOf((*activities.Egress).PostWebhook): "webhook",
	nameOf((*activities.Convert).ConvertRange): "convert", nameOf((*activities.Convert).AssembleMarkdown): "assemble", nameOf((*activities.Convert).AssembleFile): "assemble",
	nameOf((*activities.Model).Extract): "extract", nameOf((*activities.Model).IndexPassages): "index",
	nameOf((*activities.Model).RewriteTurn): "rewrite", nameOf((*activities.Model).SearchTurn): "search", nameOf((*activities.Model).AnswerTurn): "answer",
}

// The results of an activity.
const (
	resultDone    = "done"
	resultFault   = "fault"   // of the document itself
	resultTrouble = "trouble" // of the service: the activity is retried
	resultStopped = "stopped" // cancelled or superseded
)

// observer counts the activities of a worker.
type observer struct {
	interceptor.WorkerInterceptorBase
	metrics *Metrics
}

// InterceptActivity implements interceptor.WorkerInterceptor.
func (o *observer) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	return &observed{ActivityInboundInterceptorBase: interceptor.ActivityInboundInterceptorBase{Next: next}, metrics: o.metrics}
}

type observed struct {
	interceptor.ActivityInboundInterceptorBase
	metrics *Metrics
}

// ExecuteActivity implements interceptor.ActivityInboundInterceptor.
func (o *observed) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	info := activity.GetInfo(ctx)
	if info.IsLocalActivity {
		out, err := o.Next.ExecuteActivity(ctx, in)
		if err == nil {
			o.metrics.ended(info.ActivityType.Name, in.Args, out)
		}
		return out, err
	}
	inUse := o.metrics.inUse.WithLabelValues(info.TaskQueue)
	inUse.Inc()
	defer inUse.Dec()
	started := time.Now()
	out, err := o.Next.ExecuteActivity(ctx, in)
	o.metrics.tasks.WithLabelValues(info.TaskQueue, resultOf(ctx, err)).Inc()
	if err == nil {
		o.metrics.done(info.ActivityType.Name, in.Args, out, time.Since(started))
	}
	return out, err
}

func resultOf(ctx context.Context, err error) string {
	if err == nil {
		return resultDone
	}
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return resultStopped
	}
	switch reason, ended := activities.Fault(err); {
	case reason == activities.Superseded:
		return resultStopped
	case ended:
		return resultFault
	}
	return resultTrouble
}

// done records a successful stage.
func (m *Metrics) done(name string, args []any, out any, took time.Duration) {
	stage, ok := stages[name]
	if !ok || len(args) == 0 {
		return
	}
	m.seconds.WithLabelValues(stage, formatOf(args[0])).Observe(took.Seconds())
	switch out := out.(type) {
	case activities.ConvertedRange:
		in, ok := args[0].(activities.RangeInput)
		if ok && !out.TooLong {
			m.pages.WithLabelValues(in.Conversion.Format).Add(float64(max(min(in.To, out.TotalPages)-in.From+1, 0)))
		}
	case activities.PostOutcome:
		m.webhooks.WithLabelValues(answerOf(out)).Inc()
	}
}

// formatOf returns the format that a stage works on, or "" if it does not work on one.
func formatOf(in any) string {
	switch in := in.(type) {
	case activities.RangeInput:
		return in.Conversion.Format
	case activities.AssembleInput:
		return in.Conversion.Format
	case activities.AssembleFileInput:
		return in.Job.Conversion.Format
	case activities.ExtractInput:
		return in.Job.Conversion.Format
	}
	return ""
}

// answerOf returns the class of a receiver's status code.
func answerOf(out activities.PostOutcome) string {
	if out.Status < 100 || out.Status > 599 {
		return "no answer"
	}
	return strconv.Itoa(out.Status/100) + "xx"
}

// ended counts the document, file or turn that a short step on its row has ended.
func (m *Metrics) ended(name string, args []any, out any) {
	switch name {
	case nameOf((*activities.Rows).CompleteDocument):
		m.documentEnded(args, completed, "")
	case nameOf((*activities.Rows).FailDocument):
		m.documentEnded(args, "FAILED", reasonIn(args))
	case nameOf((*activities.Rows).ActivateFile):
		m.files.WithLabelValues(ready, "").Inc()
	case nameOf((*activities.Rows).FailFile):
		m.files.WithLabelValues("failed", reasonIn(args)).Inc()
	case nameOf((*activities.Rows).FinishTurn):
		m.turns.WithLabelValues(complete, "").Inc()
	case nameOf((*activities.Rows).FailTurn):
		m.turns.WithLabelValues(fmt.Sprint(out), reasonIn(args)).Inc()
	}
}

func (m *Metrics) documentEnded(args []any, status, reason string) {
	counter := m.documents
	for _, arg := range args {
		if job, ok := arg.(activities.DocumentJob); ok && job.Extractor != nil {
			counter = m.runs
		}
	}
	counter.WithLabelValues(status, reason).Inc()
}

func reasonIn(args []any) string {
	for _, arg := range args {
		if f, ok := arg.(activities.Failure); ok {
			return f.Reason
		}
	}
	return ""
}
