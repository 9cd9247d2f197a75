package temporal

import (
	"time"

	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/dynamicconfig"
)

const clusterName = "active"

// startTime is how long the server may take to start. It first resumes everything that was in progress when it was
// killed, which took more than 15 s on two cores shared with twenty other programs.
const startTime = 2 * time.Minute

// Stores are the databases of a server.
type Stores struct {
	Default, Visibility *config.SQL
	// Shards of history; the number is fixed for the lifetime of the database.
	Shards int32
}

// The names of the stores in the server's configuration.
const (
	defaultStore    = "default"
	visibilityStore = "visibility"
)

func serverConfig(a addresses, stores *Stores) *config.Config {
	archival := config.ArchivalNamespaceDefaults{
		History:    config.HistoryArchivalNamespaceDefaults{State: "disabled"},
		Visibility: config.VisibilityArchivalNamespaceDefaults{State: "disabled"},
	}
	return &config.Config{
		// The server allows itself twice this time to start, but at least 15 s.
		Global: config.Global{Membership: config.Membership{MaxJoinDuration: startTime / 2}},
		Persistence: config.Persistence{
			DefaultStore:     defaultStore,
			VisibilityStore:  visibilityStore,
			NumHistoryShards: stores.Shards,
			DataStores:       map[string]config.DataStore{defaultStore: {SQL: stores.Default}, visibilityStore: {SQL: stores.Visibility}},
		},
		ClusterMetadata: &cluster.Config{
			FailoverVersionIncrement: 10,
			MasterClusterName:        clusterName,
			CurrentClusterName:       clusterName,
			ClusterInformation: map[string]cluster.ClusterInformation{
				clusterName: {Enabled: true, InitialFailoverVersion: 1, RPCAddress: a.frontend.String()},
			},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		Services:            a.services(),
		Archival: config.Archival{
			History:    config.HistoryArchival{State: "disabled"},
			Visibility: config.VisibilityArchival{State: "disabled"},
		},
		PublicClient:      config.PublicClient{HostPort: a.frontend.String()},
		NamespaceDefaults: config.NamespaceDefaults{Archival: archival},
	}
}

var dynamicConfig = dynamicconfig.StaticClient{
	// Fairness keys have no effect without it, and partitions would distort the order.
	dynamicconfig.MatchingEnableFairness.Key():              true,
	dynamicconfig.MatchingNumTaskqueueReadPartitions.Key():  1,
	dynamicconfig.MatchingNumTaskqueueWritePartitions.Key(): 1,

	// By default a shard polls a queue at most 20 times a second, which suits hundreds of shards. With a single shard,
	// each step of a workflow would wait 50 ms.
	dynamicconfig.TransferProcessorMaxPollRPS.Key():   queuePollRPS,
	dynamicconfig.TimerProcessorMaxPollRPS.Key():      queuePollRPS,
	dynamicconfig.VisibilityProcessorMaxPollRPS.Key(): queuePollRPS,
	dynamicconfig.OutboundProcessorMaxPollRPS.Key():   queuePollRPS,

	// On a busy machine, the notification that a workflow has ended can get lost inside the server. Whoever is waiting
	// for it then asks again after this time instead of 20 s.
	dynamicconfig.HistoryLongPollExpirationInterval.Key(): time.Second,
}

// queuePollRPS lets an idle server pass on each step at once. A higher rate would save no time, while batches save
// processor time.
const queuePollRPS = 100
