package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/stretchr/testify/require"
)

// suite is the release of Debian that the image is based on.
const suite = "bookworm"

// bootstrap installs Debian's minimal system in a directory. It has a few more files than debian:*-slim; its packages
// come from the mirror that debootstrap used. It skips the test if it cannot do so.
func bootstrap(t *testing.T) string {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can make a root directory for the image's steps")
	}
	if _, err := exec.LookPath("debootstrap"); err != nil {
		t.Skip("debootstrap, which makes the image's base, is not installed")
	}
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	packages := filepath.Join(cache, "quire", "debian", suite)
	require.NoError(t, os.MkdirAll(packages, 0o755))
	root := filepath.Join(t.TempDir(), "root")
	out, err := exec.CommandContext(t.Context(), "debootstrap", "--variant=minbase", "--cache-dir="+packages, suite, root).CombinedOutput()
	if bytes.Contains(out, []byte("Failed getting release file")) {
		t.Skip("Debian's mirror cannot be reached")
	}
	require.NoError(t, err, "%s", out)
	return root
}

// system runs the last stage of the image in a root directory, and returns the environment of its programs. Files that
// the stage copies from other stages are taken from programs and weights.
func (i image) system(t *testing.T, root, programs, weights string) []string {
	t.Helper()
	steps, err := filepath.Abs("../image")
	require.NoError(t, err)
	environment := i.run(t, "", func(command string, environment []string) {
		require.Contains(t, command, "/mnt/system.sh", "this test mounts nothing else")
		inside := fmt.Sprintf(`mount --bind %[2]s %[1]s/mnt && mount -t proc proc %[1]s/proc && exec chroot %[1]s sh -c '%[3]s'`, root, steps, command)
		cmd := shellCommand(t.Context(), inside, environment...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
		must(t, cmd)
	})
	from := map[string]string{"build": "/programs", "weights": "/weights"}
	is := map[string]string{"build": programs, "weights": weights}
	for _, c := range i.stage(t, "") {
		c, ok := c.(*instructions.CopyCommand)
		if !ok {
			continue
		}
		require.True(t, strings.HasSuffix(c.DestPath, "/"))
		target := filepath.Join(root, c.DestPath)
		require.NoError(t, os.MkdirAll(target, 0o755))
		for _, source := range c.SourcePaths {
			rest, ok := strings.CutPrefix(source, from[c.From])
			require.True(t, ok, source)
			if strings.HasSuffix(rest, "/") {
				rest += "."
			}
			must(t, exec.CommandContext(t.Context(), "cp", "--recursive", "--no-preserve=ownership", is[c.From]+rest, target))
		}
	}
	return environment
}

// inventory describes everything below a directory by type, owner and content, but not by time: BuildKit sets the same
// time on every file.
func inventory(t *testing.T, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		owner := info.Sys().(*syscall.Stat_t)
		line := fmt.Sprintf("%s %d:%d", info.Mode(), owner.Uid, owner.Gid)
		switch {
		case info.Mode().IsRegular():
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum := sha256.Sum256(content)
			line += " " + hex.EncodeToString(sum[:])
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			line += " " + target
		}
		found[strings.TrimPrefix(path, root)] = line
		return nil
	}))
	return found
}

// confined returns a command that runs in the image as in a container: as its user, with a read-only root, and with
// writable /tmp and volumes.
func (i image) confined(t *testing.T, root string, environment []string, args ...string) *exec.Cmd {
	t.Helper()
	var script strings.Builder
	fmt.Fprintf(&script, "set -e; mount --bind %[1]s %[1]s; mount -o remount,bind,ro %[1]s; mount -t proc proc %[1]s/proc; mount -t tmpfs tmpfs %[1]s/tmp; ", root)
	user := "root"
	for _, c := range i.stage(t, "") {
		switch c := c.(type) {
		case *instructions.UserCommand:
			user = c.User
		case *instructions.VolumeCommand:
			for _, volume := range c.Volumes {
				fmt.Fprintf(&script, "mount -t tmpfs -o mode=0700,uid=10001 tmpfs %s%s; ", root, volume)
			}
		}
	}
	fmt.Fprintf(&script, `exec chroot --userspec=%s %s "$@"`, user, root)
	cmd := shellCommand(t.Context(), script.String(), append(environment, "HOME=/var/lib/quire")...)
	cmd.Args = append(append(cmd.Args, "sh"), args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	return cmd
}

// TestImageHoldsWhatItsProgramsNeed runs the steps of the image without a container engine: twice, in a root directory
// created by Debian's own tools, with the programs from the build stage.
func TestImageHoldsWhatItsProgramsNeed(t *testing.T) {
	t.Parallel()
	one, other := bootstrap(t), filepath.Join(t.TempDir(), "other")
	must(t, exec.CommandContext(t.Context(), "cp", "--archive", one, other))
	weights := filepath.Join(t.TempDir(), "weights")
	script := exec.CommandContext(t.Context(), "../../scripts/embedding-model.sh")
	script.Env = append(os.Environ(), "QUIRE_EMBEDDING_MODEL_DIR="+weights)
	must(t, script)
	if _, err := os.Stat(filepath.Join(weights, "model.onnx")); err != nil {
		t.Skip("the weights cannot be downloaded, and the image is not made without them")
	}
	programs := buildPrograms(t, func(string) {})
	i := readImage(t, map[string]string{"OCR_LANGUAGES": "eng+deu", "SOURCE_DATE_EPOCH": "1763891870"})
	environment := i.system(t, one, programs, weights)
	i.system(t, other, programs, weights)

	t.Run("the same files each time", func(t *testing.T) {
		t.Parallel()
		a, b := inventory(t, one), inventory(t, other)
		for _, path := range slices.Sorted(maps.Keys(a)) {
			require.Equal(t, a[path], b[path], path)
		}
		require.Len(t, b, len(a))
	})
	run := func(t *testing.T, args ...string) string {
		t.Helper()
		return must(t, i.confined(t, one, environment, args...))
	}
	t.Run("programs of this commit", func(t *testing.T) {
		t.Parallel()
		for _, program := range []string{"quire", "quire-convert"} {
			require.Contains(t, run(t, program, "--version"), commit+" ("+committed+")")
		}
	})
	t.Run("a user without rights", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, "10001\n", run(t, "id", "-u"))
		require.Equal(t, "read only\n", run(t, "sh", "-c", "touch /var/lib/x /usr/local/bin/quire 2>/dev/null || echo read only"))
		require.Equal(t, "\n", run(t, "sh", "-c", "touch /tmp/x /var/lib/quire/x /var/cache/quire/x && echo"))
	})
	t.Run("the languages that were asked for", func(t *testing.T) {
		t.Parallel()
		_, languages, _ := strings.Cut(run(t, "tesseract", "--list-langs"), "\n") // skips the heading
		require.Equal(t, []string{"deu", "eng", "osd"}, strings.Fields(languages))
		require.Contains(t, environment, "QUIRE_OCR_LANGUAGES=eng+deu")
	})
	t.Run("scans are read", func(t *testing.T) {
		t.Parallel()
		scan, err := os.ReadFile("../../internal/convert/testdata/samples/invoice-scan.pdf")
		require.NoError(t, err)
		cmd := i.confined(t, one, environment, "quire-convert", "-")
		cmd.Stdin = bytes.NewReader(scan)
		require.Contains(t, strings.ToLower(must(t, cmd)), "invoice")
	})
	t.Run("everything that needs no service works", func(t *testing.T) {
		t.Parallel()
		found := run(t, "sh", "-c", "quire doctor || true") // the services are missing here
		for _, works := range []string{`ok +tesseract +reads eng\+deu`, "ok +PDFium", "ok +embedding model +on this machine", "ok +disk"} {
			require.Regexp(t, works, found)
		}
	})
}
