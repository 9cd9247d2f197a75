package convertcmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// extension returns the extension of output files.
func (c *Command) extension() string {
	if c.JSON {
		return ".jsonl"
	}
	return ".md"
}

// output returns the path of a file's output.
func (c *Command) output(in input) string {
	return filepath.Join(c.Out, filepath.FromSlash(in.out)+c.extension())
}

// undone returns the inputs without those found in folders whose output is up to date, and the number of the latter.
func (j job) undone(inputs []input) (rest []input, done int) {
	if j.cmd.Out == "" || j.cmd.Force {
		return inputs, 0
	}
	for _, in := range inputs {
		if in.found && j.cmd.done(in) {
			done++
			continue
		}
		rest = append(rest, in)
	}
	return rest, done
}

// done reports whether a file's output is at least as new as the file. Outputs have the modification time of their
// source, so a file that changed while it was being read is not done.
func (c *Command) done(in input) bool {
	st, err := os.Stat(c.output(in))
	return err == nil && st.Mode().IsRegular() && !st.ModTime().Before(in.state.modified)
}

// coarse is the coarsest time resolution of file systems: the two seconds of FAT.
const coarse = 2 * time.Second

// outdated returns a state whose output does not count as done.
func (s state) outdated() state {
	if !s.modified.IsZero() {
		s.modified = s.modified.Add(-2 * coarse)
	}
	return s
}

// put writes a file completely or not at all, and sets its modification time; the zero time means now.
func put(path string, modified time.Time, fill func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := createBeside(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	err = fill(out)
	err = errors.Join(err, out.Flush(), f.Sync(), f.Close())
	if err == nil && !modified.IsZero() {
		err = date(f.Name(), modified)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

var temporaries atomic.Int64

// createBeside creates a hidden temporary file in the directory of path. Its name is unique, because another process
// may be writing the same output.
func createBeside(path string) (*os.File, error) {
	for {
		name := fmt.Sprintf(".quire-%d-%d.part", os.Getpid(), temporaries.Add(1))
		f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// date sets the modification time of a file to at, or later if the file system cannot store it exactly.
func date(path string, at time.Time) error {
	if err := os.Chtimes(path, at, at); err != nil {
		return err
	}
	st, err := os.Stat(path)
	if err == nil && st.ModTime().Before(at) {
		err = os.Chtimes(path, at, at.Add(coarse))
	}
	return err
}
