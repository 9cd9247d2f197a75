package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"quire/cmd/internal/command"
	"quire/cmd/internal/doctor"
	"quire/cmd/internal/settings"
	"quire/internal/dirlock"
	"quire/internal/pgcluster"
)

const checkTimeout = 10 * time.Second

// environment returns the environment of the commands. For the doctor, it includes the requirements of the embedded run
// on the machine.
func (c *config) environment(term terminal, faults settings.Faults) *command.Env {
	e := &command.Env{
		Stdout: term.out, Stderr: term.err, Config: c.running(),
		Exam: doctor.Exam{Faults: faults, Dirs: map[string]string{"data": c.DataDir}},
	}
	ports := c.portsInUse
	if !c.isRunning() {
		e.Exam.Away = fmt.Sprintf("nothing is running in %s: 'make run' starts it", c.DataDir)
		ports = c.portsFree
	}
	e.Checks = []doctor.Check{
		{Name: "PostgreSQL", Timeout: checkTimeout, Run: c.postgresPrograms},
		{Name: "ports", Timeout: checkTimeout, Run: ports},
	}
	return e
}

// isRunning reports whether a process holds the data directory.
func (c *config) isRunning() bool {
	path := filepath.Join(c.DataDir, "lock")
	if _, err := os.Stat(path); err != nil {
		return false
	}
	lock, err := dirlock.Acquire(path)
	if err != nil {
		return errors.Is(err, dirlock.ErrHeld)
	}
	return lock.Release() != nil
}

func (c *config) postgresPrograms(ctx context.Context) doctor.Verdict {
	major, bin, err := pgcluster.Installed(ctx, filepath.Join(c.DataDir, "postgres"))
	if err != nil {
		return doctor.Fail(err, "'make deps' installs it")
	}
	return doctor.Well("version %d in %s", major, bin)
}

// addresses returns the addresses on which the embedded run listens, by setting.
func (c *config) addresses() map[string]string {
	return map[string]string{
		"QUIRE_LISTEN": c.App.Listen, "QUIRE_TEMPORAL_PORT": net.JoinHostPort("127.0.0.1", strconv.Itoa(c.TemporalPort)),
		"QUIRE_TEMPORAL_UI_PORT": net.JoinHostPort("127.0.0.1", strconv.Itoa(c.UIPort)),
	}
}

func (c *config) portsFree(ctx context.Context) doctor.Verdict {
	for setting, address := range c.addresses() {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if err != nil {
			return doctor.Fail(err, "stop what is listening there, or set "+setting+" to another one")
		}
		l.Close()
	}
	return doctor.Well("free")
}

func (c *config) portsInUse(ctx context.Context) doctor.Verdict {
	for setting, address := range c.addresses() {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			err = conn.Close()
		}
		if err != nil {
			return doctor.Fail(err, "the service runs elsewhere or hangs: check "+setting+" and "+filepath.Join(c.DataDir, "quire.log"))
		}
	}
	return doctor.Well("the API, Temporal and its web UI are listening")
}
