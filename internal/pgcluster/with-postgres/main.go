// Command with-postgres runs a command with a throwaway PostgreSQL cluster, whose address it passes to the command in
// QUIRE_TEST_DATABASE_URL. It exits with the command's exit code.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"quire/internal/pgcluster"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code, err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "with-postgres:", err)
	}
	os.Exit(code)
}

func run(ctx context.Context, args []string) (int, error) {
	if len(args) == 0 {
		return 2, errors.New("give a command to run")
	}
	cluster, err := pgcluster.Temporary(ctx)
	if err != nil {
		return 1, err
	}
	defer cluster.Stop(context.WithoutCancel(ctx)) //nolint:errcheck // the directory is thrown away in any case
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "QUIRE_TEST_DATABASE_URL="+cluster.URL(pgcluster.Database))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
