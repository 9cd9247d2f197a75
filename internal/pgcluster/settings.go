package pgcluster

import (
	"runtime"
	"slices"
)

// port is only part of the socket file's name: the server does not listen on the network.
const port = "5432"

// common holds settings for a machine with two cores and a few gigabytes of memory that has other work to do.
var common = []string{
	"listen_addresses=",
	"port=" + port,
	"unix_socket_permissions=0700",
	"timezone=UTC",
	"log_timezone=UTC",
	"max_connections=100",
	"wal_level=minimal",
	"max_wal_senders=0",
	"jit=off", // compiling takes longer than our short queries
	"random_page_cost=1.1",
}

var durable = slices.Concat(common, []string{
	"fsync=on",
	"synchronous_commit=on",
	"full_page_writes=on",
	"wal_compression=on",
	"shared_buffers=128MB",
	"min_wal_size=64MB",
	"max_wal_size=1GB",
	"checkpoint_timeout=10min",
	// One file per weekday, which is overwritten a week later.
	"logging_collector=on",
	"log_directory=log",
	"log_filename=postgresql-%a.log",
	"log_rotation_age=1d",
	"log_rotation_size=0",
	"log_truncate_on_rotation=on",
})

var forgetful = slices.Concat(common, []string{
	"fsync=off",
	"synchronous_commit=off",
	"full_page_writes=off",
	"shared_buffers=32MB",
	"max_wal_size=1GB",
	"checkpoint_timeout=1h",
})

// arguments returns postgres's command line. Settings there take precedence over the files in the data directory, so a
// newer version of this package can change them.
func (c *Cluster) arguments() []string {
	args := []string{"-D", c.data(), "-c", "unix_socket_directories=" + c.sockets}
	for _, s := range c.settings {
		args = append(args, "-c", s)
	}
	return args
}

// initArguments makes text compare by code point on every system, and makes case conversion follow Unicode.
func (c *Cluster) initArguments(data string) []string {
	ctype := "C.UTF-8"
	if runtime.GOOS == "darwin" {
		ctype = "en_US.UTF-8"
	}
	args := []string{
		"--pgdata", data, "--username", User, "--encoding", "UTF8", "--locale", "C", "--lc-ctype", ctype,
		"--auth-local", "trust", "--auth-host", "reject", "--no-instructions",
	}
	if c.temporary {
		return append(args, "--no-sync")
	}
	return append(args, "--data-checksums")
}
