package pgcluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// relocated is where the data are stored if an unprivileged server could not reach them in the requested directory.
const relocated = "/var/lib/quire"

// prepareHome determines the account and makes the cluster's directory accessible to it and to nobody else.
func (c *Cluster) prepareHome(ctx context.Context, dir string) error {
	as, err := accountFor(dir)
	if err != nil {
		return err
	}
	c.as = as
	if err := c.makeHome(ctx, dir); err != nil {
		return err
	}
	if c.home, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	err = c.as.own(c.home)
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("the directory belongs to another user: run as that user, or choose another data directory (%w)", err)
	}
	return err
}

// makeHome creates dir, or makes it a link if the server's account may not enter it, as below /root.
func (c *Cluster) makeHome(ctx context.Context, dir string) error {
	_, err := os.Stat(dir)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if c.as == nil {
		return nil
	}
	reachable, err := c.as.mayEnter(ctx, filepath.Dir(dir))
	if err != nil || reachable {
		return err
	}
	if target, err := os.Readlink(dir); err == nil && strings.HasPrefix(target, relocated) {
		return nil
	}
	closed := c.as.closedParent(filepath.Dir(dir))
	if !isNew || c.temporary {
		return fmt.Errorf("PostgreSQL does not run as root, and user %d may not enter %s: chmod o+x %s, or choose a data "+
			"directory elsewhere, such as /var/lib/quire", c.as.uidOf(), closed, closed)
	}
	return c.relocate(dir, closed)
}

func (c *Cluster) relocate(dir, closed string) error {
	if err := os.MkdirAll(relocated, 0o755); err != nil {
		return err
	}
	target, err := os.MkdirTemp(relocated, "postgres-")
	if err != nil {
		return err
	}
	if err := os.Remove(dir); err != nil {
		return err
	}
	if err := os.Symlink(target, dir); err != nil {
		return err
	}
	c.log.Warn("PostgreSQL's data are stored elsewhere because it does not run as root and may not enter the data directory",
		"closed", closed, "data", target)
	return nil
}

// initialise creates the data directory unless it exists, and chooses the matching PostgreSQL.
func (c *Cluster) initialise(ctx context.Context) error {
	major, err := dataVersion(c.data())
	if err != nil {
		return err
	}
	if c.installed, err = findInstallation(ctx, c.as, major); err != nil {
		return err
	}
	if major != 0 {
		return nil
	}
	return c.create(ctx)
}

// dataVersion returns the major version that wrote the data directory, or 0 if there is none yet.
func dataVersion(data string) (int, error) {
	content, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if err == nil {
		if major := majorIn(string(content)); major != 0 {
			return major, nil
		}
		return 0, fmt.Errorf("%s is damaged: PG_VERSION says %.20q; restore it from a backup, or move it away to start afresh", data, content)
	}
	if _, statErr := os.Stat(data); errors.Is(statErr, fs.ErrNotExist) {
		return 0, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("%s is not a PostgreSQL data directory (PG_VERSION is missing): restore it from a backup, or move "+
			"it away to start afresh", data)
	}
	return 0, err
}

// create builds the data directory next to its final place, so that a start that is killed here leaves nothing that the
// next one could mistake for a cluster.
func (c *Cluster) create(ctx context.Context) error {
	staged := filepath.Join(c.home, "data.new")
	if err := os.RemoveAll(staged); err != nil {
		return err
	}
	if err := c.runTool(ctx, "", c.installed.program("initdb"), c.initArguments(staged)...); err != nil {
		return err
	}
	create := fmt.Sprintf("CREATE DATABASE %s;\n", Database)
	if err := c.runTool(ctx, create, c.installed.program("postgres"), "--single", "-D", staged, "postgres"); err != nil {
		return err
	}
	return os.Rename(staged, c.data())
}

// runTool runs one of PostgreSQL's programs to its end. A line of output that reports an error counts as an error
// whatever the exit status, because the single-user server exits with 0 after a failed statement.
func (c *Cluster) runTool(ctx context.Context, input, program string, args ...string) error {
	cmd := c.as.command(ctx, program, args...)
	cmd.Dir = c.home
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	complaint := complaintIn(string(out))
	if err == nil && complaint == "" {
		return nil
	}
	if complaint == "" {
		complaint = err.Error()
	}
	return fmt.Errorf("%s: %s", filepath.Base(program), complaint)
}
