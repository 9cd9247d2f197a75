package schema

import "time"

// PoolStats describes the connections of this process and the cost of waiting for one since it started.
type PoolStats struct {
	InUse, Idle, Most int
	Waits             int64 // queries that had to wait for a connection
	Waited            time.Duration
}

// PoolStats counts the connections of the pool.
func (db *DB) PoolStats() PoolStats {
	s := db.pool.Stat()
	return PoolStats{
		InUse: int(s.AcquiredConns()), Idle: int(s.IdleConns()), Most: int(s.MaxConns()),
		Waits: s.EmptyAcquireCount(), Waited: s.EmptyAcquireWaitTime(),
	}
}
