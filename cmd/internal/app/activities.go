package app

import (
	"quire/activities"
	"quire/internal/seal"
	"quire/internal/source"
	"quire/schema"
	"quire/worker"
	"quire/workflows"
)

// activities returns the activities of the queues that this process serves.
func (a *App) activities() (do worker.Activities, err error) {
	if a.serves(workflows.QueueWorkflow) {
		do.Rows = &activities.Rows{
			DB: a.db, Blobs: a.blobs, Index: a.vectors.get, Webhooks: a.webhooks(), Retention: a.cfg.Retention,
			NamesSessions: a.chat != nil, Wake: a.relay.Wake,
		}
	}
	if a.serves(workflows.QueueQuick) {
		if do.Quick, err = a.conversions(false); err != nil {
			return do, err
		}
	}
	if a.serves(workflows.QueueConvert) {
		if do.Convert, err = a.conversions(true); err != nil {
			return do, err
		}
	}
	if a.serves(workflows.QueueModel) {
		do.Model = &activities.Model{DB: a.db, Blobs: a.blobs, Embed: a.embed, Chat: a.chat, Reranker: a.reranker, Configuration: a.configuration(), Log: a.log}
	}
	if a.serves(workflows.QueueEgress) {
		do.Egress, err = a.fetches()
	}
	return do, err
}

// configuration returns what the runs of evaluations record about how questions are answered.
func (a *App) configuration() activities.Configuration {
	c := activities.Configuration{Version: Version, Answers: "quotations", FusionDense: a.cfg.FusionDense, FusionDepth: a.cfg.FusionDepth}
	if a.chat != nil {
		c.Answers, c.Window = a.chat.Model(), a.chat.Window()
	}
	if a.embed != nil {
		c.Embedding = a.embed.Model()
	}
	if a.reranker != nil {
		c.Reranker = a.reranker.Model()
	}
	return c
}

// conversions returns the activities of one lane, which has its own conversion processes.
func (a *App) conversions(background bool) (*activities.Convert, error) {
	converter, err := a.converter(background)
	if err != nil {
		return nil, err
	}
	return &activities.Convert{DB: a.db, Blobs: a.blobs, Converter: converter, Log: a.log, LostPages: a.metrics.lostPages}, nil
}

// sourceKeys returns the keys that encrypt the credentials of sources, or nil if there is no key.
func (c Config) sourceKeys() (*seal.Keys, error) {
	if len(c.SourceKeys) == 0 {
		return nil, nil //nolint:nilnil // without keys there are no secrets
	}
	return seal.Parse(c.SourceKeys)
}

// sources returns an opener for what is mirrored into collections.
func (a *App) sources() source.Opener {
	return source.Opener{Roots: a.cfg.SourceRoots, Client: a.egress}
}

func (a *App) fetches() (*activities.Egress, error) {
	plans, faults := a.cfg.ParsePlans()
	if err := faults.Err(); err != nil {
		return nil, err
	}
	secrets, err := a.cfg.sourceKeys()
	if err != nil {
		return nil, err
	}
	return &activities.Egress{
		DB: a.db, Blobs: a.blobs, Client: a.egress, MaxFetch: maxFile,
		Sources: a.sources(), Secrets: secrets,
		Allowance: func(plan string) schema.Allowance { return plans.Of(plan).Allowance },
	}, nil
}
