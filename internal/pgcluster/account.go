package pgcluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the unprivileged user that PostgreSQL runs as if this process is root, because initdb and postgres refuse
// to run as root. A nil account means the same user as this process.
type account struct{ uid, gid uint32 }

// accountNames are the users that the server may drop to: those of the packages, that of macOS, and one that always
// exists.
var accountNames = []string{"postgres", "_postgres", "nobody"}

// accountFor chooses the account for the cluster in dir. The owner of a directory that already has one is kept, so
// that a user who once tried it with sudo is not locked out of the data.
func accountFor(dir string) (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	if info, err := os.Stat(dir); err == nil {
		if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != 0 {
			return &account{st.Uid, st.Gid}, nil
		}
	}
	for _, name := range accountNames {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("user %s: %w", name, err)
		}
		return &account{uint32(uid), uint32(gid)}, nil
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is neither a user postgres nor nobody to run it as")
}

// uidOf returns the numeric user id that the server runs as.
func (a *account) uidOf() uint32 {
	if a == nil {
		return uint32(os.Geteuid())
	}
	return a.uid
}

// command prepares a program that runs as the account, in its own process group, because a Ctrl-C in the terminal must
// not reach it, and without anything from our environment that could change what PostgreSQL does.
func (a *account) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	cmd.SysProcAttr = dieWithParent()
	cmd.SysProcAttr.Setpgid = true
	if a != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	return cmd
}

// own creates a directory that is accessible to the account only.
func (a *account) own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if a != nil {
		if err := os.Chown(dir, int(a.uid), int(a.gid)); err != nil {
			return err
		}
	}
	return os.Chmod(dir, 0o700)
}

// mayEnter tests whether the account can reach dir, which permission bits alone cannot show for certain.
func (a *account) mayEnter(ctx context.Context, dir string) (bool, error) {
	cmd := a.command(ctx, "/bin/sh", "-c", ":")
	cmd.Dir = dir
	err := cmd.Run()
	if errors.Is(err, fs.ErrPermission) {
		return false, nil
	}
	return err == nil, err
}

// closedParent returns the directory on the way to dir that the account may not enter, as far as permission bits
// show.
func (a *account) closedParent(dir string) string {
	closed := dir
	for p := dir; ; p = filepath.Dir(p) {
		if info, err := os.Stat(p); err == nil && info.Mode().Perm()&0o001 == 0 {
			if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != a.uidOf() {
				closed = p
			}
		}
		if p == filepath.Dir(p) {
			return closed
		}
	}
}
