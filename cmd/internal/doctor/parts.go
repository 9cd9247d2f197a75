package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	taskqueue "go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/api/workflowservice/v1"

	"quire/internal/blob"
	"quire/internal/certs"
	"quire/internal/index"
	"quire/worker"
	"quire/workflows"
)

// maxSkew is far below what receivers of webhooks (5 minutes) and S3 (15 minutes) tolerate.
const maxSkew = 10 * time.Second

func (x Exam) workflowEngine(ctx context.Context) Verdict {
	a := x.part()
	defer a.Close()
	address := x.Config.TemporalAddress
	temporal, err := a.OpenTemporal(ctx)
	if err != nil {
		return Fail(err, "correct QUIRE_TEMPORAL_ADDRESS")
	}
	ns, err := temporal.WorkflowService().DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: x.Config.TemporalNamespace})
	if _, ok := errors.AsType[*serviceerror.NamespaceNotFound](err); ok {
		return Fail(fmt.Errorf("there is no namespace %q at %s", x.Config.TemporalNamespace, address),
			fmt.Sprintf("run 'temporal operator namespace create -n %s', or correct QUIRE_TEMPORAL_NAMESPACE", x.Config.TemporalNamespace))
	}
	if err != nil {
		return Fail(fmt.Errorf("Temporal does not respond at %s: %w", address, err), "start it, or correct QUIRE_TEMPORAL_ADDRESS")
	}
	missing, err := worker.MissingSearchAttributes(ctx, temporal, x.Config.TemporalNamespace)
	if err != nil {
		return Warn("the search attributes cannot be listed: "+err.Error(), "check that "+strings.Join(attributeNames(), ", ")+" exist as keywords")
	}
	if len(missing) > 0 {
		return Fail(fmt.Errorf("search attributes are missing: %s", strings.Join(missing, ", ")),
			"start a worker, which registers them, or run 'temporal operator search-attribute create --type Keyword --name …'")
	}
	return Well("Temporal at %s, namespace %s keeps closed workflows for %s", address, x.Config.TemporalNamespace,
		ns.GetConfig().GetWorkflowExecutionRetentionTtl().AsDuration())
}

func attributeNames() []string {
	var names []string
	for _, key := range workflows.SearchAttributes() {
		names = append(names, key.GetName())
	}
	return names
}

// workers reports the task queues that no worker has polled in the last few minutes.
func (x Exam) workers(ctx context.Context) Verdict {
	a := x.part()
	defer a.Close()
	temporal, err := a.OpenTemporal(ctx)
	if err != nil {
		return Skip("Temporal does not respond")
	}
	var idle []string
	for queue, kind := range map[string]enums.TaskQueueType{
		workflows.QueueWorkflow: enums.TASK_QUEUE_TYPE_WORKFLOW, workflows.QueueConvert: enums.TASK_QUEUE_TYPE_ACTIVITY,
		workflows.QueueQuick: enums.TASK_QUEUE_TYPE_ACTIVITY,
		workflows.QueueModel: enums.TASK_QUEUE_TYPE_ACTIVITY, workflows.QueueEgress: enums.TASK_QUEUE_TYPE_ACTIVITY,
	} {
		d, err := temporal.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
			Namespace: x.Config.TemporalNamespace, TaskQueue: &taskqueue.TaskQueue{Name: queue}, TaskQueueType: kind,
		})
		if err != nil {
			return Skip("Temporal does not respond")
		}
		if len(d.GetPollers()) == 0 {
			idle = append(idle, queue)
		}
	}
	if len(idle) > 0 {
		return Warn("no worker serves "+strings.Join(idle, ", "), "start 'quire worker', and check its QUIRE_QUEUES")
	}
	return Well("every task queue is served")
}

func (x Exam) vectorStore(ctx context.Context) Verdict {
	if x.Config.QdrantURL == "" {
		return Skip("QUIRE_QDRANT_URL is not set: the index lives in the process, which must be the only one")
	}
	pool, err := certs.Roots(x.Config.QdrantCA)
	if err != nil {
		return Fail(err, "correct QUIRE_QDRANT_CA")
	}
	version, err := index.Ping(ctx, index.Config{URL: x.Config.QdrantURL, APIKey: x.Config.QdrantAPIKey, RootCAs: pool})
	if err != nil {
		return Fail(err, "start Qdrant, or correct QUIRE_QDRANT_URL (the gRPC port, 6334) and QUIRE_QDRANT_API_KEY")
	}
	err = index.CheckVersion(version)
	if errors.Is(err, index.ErrTooOld) {
		return Fail(err, "update Qdrant")
	}
	if err != nil {
		return Warn(err.Error(), "look for a newer release of Quire; until then searches are likely to work")
	}
	return Well("Qdrant %s at %s", version, x.Config.QdrantURL)
}

func (x Exam) blobStore(ctx context.Context) Verdict {
	if x.Config.Blobs == "" {
		return Fail(errors.New("no address"), "set QUIRE_BLOBS to file:///dir or s3://bucket?region=…")
	}
	if dir, ok := strings.CutPrefix(x.Config.Blobs, "file://"); ok && !exists(dir) {
		return Skip("%s is created at the first start", dir)
	}
	if _, err := x.probeBlobs(ctx); err != nil {
		return Fail(err, "check QUIRE_BLOBS, and the permissions and free space there; for S3 also the bucket's name and the credentials")
	}
	place, _, _ := strings.Cut(x.Config.Blobs, "?")
	return Well("%s: written, read and deleted", place)
}

func (x Exam) probeBlobs(ctx context.Context) (time.Time, error) {
	store, err := blob.Open(ctx, x.Config.Blobs)
	if err != nil {
		return time.Time{}, err
	}
	defer func() { _ = store.Close() }()
	return store.Probe(ctx)
}

// clock compares this machine's clock with those of the database and the blob store.
func (x Exam) clock(ctx context.Context) Verdict {
	skews := map[string]time.Duration{}
	a := x.part()
	defer a.Close()
	if db, err := a.OpenDatabase(ctx); x.Config.DatabaseURL != "" && err == nil {
		before := time.Now()
		if s, err := db.Server(ctx); err == nil {
			skews["the database"] = apart(s.Now, before, time.Now())
		}
	}
	if dir, local := strings.CutPrefix(x.Config.Blobs, "file://"); x.Config.Blobs != "" && (!local || exists(dir)) {
		before := time.Now().Truncate(time.Second)
		if at, err := x.probeBlobs(ctx); err == nil {
			skews["the blob store"] = apart(at, before, time.Now())
		}
	}
	if len(skews) == 0 {
		return Skip("nothing to compare it with responds")
	}
	for whose, skew := range skews {
		if skew > maxSkew {
			return Fail(fmt.Errorf("differs by %s from the clock of %s", skew.Round(time.Second), whose),
				"synchronize both by NTP: webhooks and signed requests carry the time")
		}
	}
	return Well("agrees with the clocks of the database and the blob store")
}

// apart returns how far t lies outside the interval in which it was requested.
func apart(t, before, after time.Time) time.Duration {
	return max(before.Sub(t), t.Sub(after), 0)
}

func (x Exam) identityProvider(ctx context.Context) Verdict {
	if x.Config.OIDCIssuer == "" {
		return Skip("QUIRE_OIDC_ISSUER is not set: browsers log in with a key or a link")
	}
	o, err := x.Config.OIDC()
	if err != nil {
		return Fail(err, "correct QUIRE_OIDC_GROUPS")
	}
	if err := o.Provider.Check(ctx); err != nil {
		return Fail(err, "correct QUIRE_OIDC_ISSUER: its /.well-known/openid-configuration must be reachable and name the same issuer")
	}
	a := x.part()
	defer a.Close()
	db, err := a.OpenDatabase(ctx)
	if err != nil {
		return Skip("the database does not respond")
	}
	for _, g := range o.Grants {
		if _, err := db.AccountNamed(ctx, g.Account); err != nil {
			return Warn(fmt.Sprintf("the group %q leads to the account %q: %v", g.Group, g.Account, err), "correct QUIRE_OIDC_GROUPS, or create the account")
		}
	}
	return Well("%s; it must allow the redirect to %s", x.Config.OIDCIssuer, x.Config.BaseURL()+"/app/oidc/callback")
}
