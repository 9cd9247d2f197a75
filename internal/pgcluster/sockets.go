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

// maxSocketPath is what fits in macOS's sun_path with its final zero; Linux has four bytes more.
const maxSocketPath = 103

const socketFile = ".s.PGSQL." + port

// prepareSockets makes the socket's directory: in the cluster's own, or, where that path is too long for a socket or
// would not be read as one directory (servers and clients take lists), a short one whose name follows from it.
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
	// No server runs, so these are left over; a recycled process number in the lock would keep postgres from starting.
	for _, name := range []string{socketFile, socketFile + ".lock"} {
		if err := os.Remove(filepath.Join(c.sockets, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// refuseForeign guards against a directory that somebody else has put at a name which can be foreseen.
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
		return fmt.Errorf("%s is meant for its socket but belongs to somebody else: remove it, or choose a data directory "+
			"with a shorter path", dir)
	}
	return nil
}
