package ocr_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert/ocr"
	"quire/internal/convert/page"
)

// script returns a tesseract made of shell commands. It lists English unless body answers that query itself.
func script(t *testing.T, body string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tesseract")
	text := "#!/bin/sh\nif [ \"$1\" = --list-langs ]; then printf 'List\\neng\\n'; exit; fi\n" + body + "\n"
	if strings.Contains(body, "--list-langs") {
		text = "#!/bin/sh\n" + body + "\n"
	}
	require.NoError(t, os.WriteFile(file, []byte(text), 0o755))
	return file
}

func readWith(t *testing.T, ctx context.Context, cfg ocr.Config) error {
	t.Helper()
	r, err := ocr.New(cfg)
	require.NoError(t, err)
	_, err = r.Read(ctx, sheetOf(t, letterText, 10), 300)
	return err
}

func TestMissingToolsAreNamed(t *testing.T) {
	t.Parallel()
	_, err := ocr.New(ocr.Config{Binary: filepath.Join(t.TempDir(), "none")})
	require.ErrorContains(t, err, "apt-get install tesseract-ocr, or brew install tesseract")
	_, err = ocr.New(ocr.Config{Binary: script(t, ""), Languages: "eng+deu"})
	require.ErrorContains(t, err, "tesseract-ocr-deu")
	_, err = ocr.New(ocr.Config{Binary: script(t, ""), Languages: "eng; rm"})
	require.ErrorContains(t, err, "eng+deu")
}

func TestOverlongChildIsKilledWithItsDescendants(t *testing.T) {
	t.Parallel()
	pidFile := filepath.Join(t.TempDir(), "pid")
	// The grandchild must not write, because the children of a Reader may not.
	stub := script(t, "mkfifo "+pidFile+" 2>/dev/null\nsleep 600 & echo $! >"+pidFile+"; wait")
	require.NoError(t, syscall.Mkfifo(pidFile, 0o600))
	pids := make(chan string, 1)
	go func() {
		b, _ := os.ReadFile(pidFile)
		pids <- strings.TrimSpace(string(b))
	}()
	err := readWith(t, t.Context(), ocr.Config{Binary: stub, Timeout: 200 * time.Millisecond})
	require.Equal(t, page.TooComplex, page.ReasonOf(err))
	require.ErrorContains(t, err, "longer than 200ms")
	pid, err := strconv.Atoi(<-pids)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return syscall.Kill(pid, 0) != nil || zombie(pid) }, time.Minute, 10*time.Millisecond)
}

// zombie reports whether a killed process is merely waiting to be reaped.
func zombie(pid int) bool {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err != nil || strings.Contains(string(b), ") Z ")
}

func TestLimitIsOnProcessorTimeNotElapsedTime(t *testing.T) {
	t.Parallel()
	err := readWith(t, t.Context(), ocr.Config{Binary: script(t, "while :; do :; done"), Timeout: time.Second})
	require.Equal(t, page.TooComplex, page.ReasonOf(err), "%v", err)
}

func TestCancellingEndsTheChild(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	started := filepath.Join(t.TempDir(), "started")
	require.NoError(t, syscall.Mkfifo(started, 0o600))
	go func() {
		_, _ = os.ReadFile(started)
		cancel()
	}()
	err := readWith(t, ctx, ocr.Config{Binary: script(t, "echo x >"+started+"; exec sleep 600")})
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, page.ReasonOf(err))
}

func TestErrorsBlameThePageOrTheMachine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, body string
		want       page.Reason
	}{
		{"crash", "kill -SEGV $$", page.TooComplex},
		{"out of memory by its own limit", "kill -ABRT $$", page.TooComplex},
		{"killed from outside", "kill -KILL $$", ""},
		{"broken installation", "echo broken >&2; exit 1", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			err := readWith(t, t.Context(), ocr.Config{Binary: script(t, c.body)})
			require.Error(t, err)
			require.Equal(t, c.want, page.ReasonOf(err))
		})
	}
}

func TestOutputIsBounded(t *testing.T) {
	t.Parallel()
	err := readWith(t, t.Context(), ocr.Config{Binary: script(t, "exec cat /dev/zero"), Timeout: time.Minute})
	require.Error(t, err)
}

func TestMalformedRowsAreDropped(t *testing.T) {
	t.Parallel()
	rows := []string{
		"level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext",
		"5\t1\t1\t1\t1\t1\t10\t10\t50\t20\t96\tkept",
		"5\t1\t1\t1\t1\t2\tx\t10\t50\t20\t96\tno number",
		"5\t1\t1\t1\t1\t3\t10\t10\t50\t20\t-1\tno confidence",
		"5\t1\t1\t1\t1\t4\t10\t10\t50\t20\t96\t ",
		"5\t1",
		"4\t1\t1\t1\t1\t0\t10\t10\t50\t20\t96\ta line",
	}
	tsv := filepath.Join(t.TempDir(), "tsv")
	require.NoError(t, os.WriteFile(tsv, []byte(strings.Join(rows, "\n")), 0o600))
	r, err := ocr.New(ocr.Config{Binary: script(t, "cat "+tsv)})
	require.NoError(t, err)
	got, err := r.Read(t.Context(), sheetOf(t, "a word", 10), 300)
	require.NoError(t, err)
	require.Equal(t, "kept", got.Text())
	require.InDelta(t, 2.4, got.Words[0].Box.X0, .01)
}
