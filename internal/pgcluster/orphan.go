package pgcluster

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

const (
	orphanFast      = 30 * time.Second
	orphanImmediate = 10 * time.Second
)

// stopOrphan stops a server that outlived the process that started it. The caller holds the cluster's lock, so no live
// process owns that server. If the process in the pid file is something else, as can happen after a reboot or in a
// container, where pids recur, the file would keep postgres from starting, and is removed.
func stopOrphan(ctx context.Context, data string, log *slog.Logger) error {
	lines := pidFile(data)
	if len(lines) == 0 {
		return nil
	}
	pid, err := strconv.Atoi(lines[0])
	if err != nil || pid <= 1 || !alive(pid) {
		return nil //nolint:nilerr // a file that names no process means that there is no orphan
	}
	if !isServerOf(pid, data) {
		return os.Remove(filepath.Join(data, "postmaster.pid"))
	}
	log.WarnContext(ctx, "stopping a PostgreSQL server left over from an earlier run", "pid", pid)
	if endWith(ctx, pid, syscall.SIGINT, orphanFast) || endWith(ctx, pid, syscall.SIGQUIT, orphanImmediate) {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("the server left over from an earlier run (process %d) does not stop: end it with kill -QUIT %d", pid, pid)
}

func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || err == syscall.EPERM
}

// endWith sends a signal to a process, and reports whether the process ended within limit.
func endWith(ctx context.Context, pid int, signal syscall.Signal, limit time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	syscall.Kill(pid, signal)
	for alive(pid) {
		if pause(ctx, pollInterval) != nil {
			return false
		}
	}
	return true
}
