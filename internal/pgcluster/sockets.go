package pgcluster

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxSocketPath is what fits in macOS's sun_path with its terminating zero; Linux has room for four more bytes.
const maxSocketPath = 103

const socketFile = ".s.PGSQL." + port

// prepareSockets creates the socket's directory: inside the cluster's directory or, if that path is too long for a
// socket or would be parsed as a list (servers and clients accept lists), a short one whose name is derived from it.
func (c *Cluster) prepareSockets() error {
	c.sockets = filepath.Join(c.home, "run")
	if len(c.sockets)+1+len(socketFile) > maxSocketPath || strings.ContainsAny(c.sockets, `,"`) {
		c.sockets = fmt.Sprintf("/tmp/quire-pg-%x", sha256.Sum256([]byte(c.home)))[:len("/tmp/quire-pg-")+16]
	}
	if err := c.refuseForeign(c.sockets); err != nil {
		return err
	}
	if err := c.as.own(c.sockets); err != nil {
		return err
	}
	// No server is running, so these are left over. A recycled pid in the lock file would keep postgres from starting.
	for _, name := range []string{socketFile, socketFile + ".lock"} {
		if err := os.Remove(filepath.Join(c.sockets, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// refuseForeign guards against a directory that someone else has created under a predictable name.
func (c *Cluster) refuseForeign(dir string) error {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() || st.Uid != c.as.uidOf() {
		return fmt.Errorf("%s is meant for its socket but belongs to someone else: remove it, or choose a data directory "+
			"with a shorter path", dir)
	}
	return nil
}
