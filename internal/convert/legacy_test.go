package convert_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quire/internal/convert"
	"quire/internal/convert/compound/compoundtest"
	"quire/internal/convert/libreoffice"
	"quire/internal/convert/page"
	"quire/internal/convert/probe"
)

// withOffice returns a converter that runs program as LibreOffice.
func withOffice(t *testing.T, program string) *convert.Converter {
	t.Helper()
	c, err := convert.New(convert.Config{Processes: 1, LibreOffice: program})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// office returns the path of LibreOffice's program.
func office(t *testing.T) string {
	t.Helper()
	program, err := libreoffice.Find("")
	if err != nil {
		t.Skip("reading .doc, .xls and .ppt is left out: ", err)
	}
	return program
}

// old saves a document in the format that its own format succeeded.
func old(t *testing.T, program, name, content, to string) string {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(source, []byte(content), 0o600))
	profile := "-env:UserInstallation=file://" + dir + "/profile"
	out, err := exec.CommandContext(t.Context(), program, profile, "--headless", "--convert-to", to, "--outdir", dir, source).CombinedOutput()
	require.NoError(t, err, string(out))
	saved := strings.TrimSuffix(source, filepath.Ext(name)) + "." + to
	if _, err := os.Stat(saved); err != nil {
		t.Skipf("this LibreOffice lacks the part for %s: %s", to, out)
	}
	return saved
}

// flatSlides is a presentation with one slide.
const flatSlides = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"
 office:mimetype="application/vnd.oasis.opendocument.presentation" office:version="1.2"><office:body><office:presentation><draw:page>
 <draw:frame presentation:class="title" svg:width="20cm" svg:height="3cm" svg:x="1cm" svg:y="1cm"><draw:text-box><text:p>Towns</text:p></draw:text-box></draw:frame>
 <draw:frame svg:width="20cm" svg:height="3cm" svg:x="1cm" svg:y="6cm"><draw:text-box><text:p>Wexmouth</text:p></draw:text-box></draw:frame>
</draw:page></office:presentation></office:body></office:document>`

func TestDocumentsOfOldOfficeConvert(t *testing.T) {
	t.Parallel()
	program := office(t)
	for _, f := range []struct{ name, content, to, want string }{
		{"letter.docx", sampleFile(t, "letter.docx"), "doc", "## What you have to do\n\n1. Empty your locker until Friday.\n"},
		{"book.xlsx", workbook(t), "xls", "# Towns\n\n| town | people |\n| --- | --- |\n| Wexmouth | 4120 |\n"},
		{"talk.fodp", flatSlides, "ppt", "Towns\n\nWexmouth\n"},
	} {
		t.Run(f.to, func(t *testing.T) {
			t.Parallel()
			path := old(t, program, f.name, f.content, f.to)
			format, err := probe.File(path, "", probe.Document)
			require.NoError(t, err)
			require.Equal(t, f.to, string(format))
			pages, err := read(t.Context(), withOffice(t, program), path, format)
			require.NoError(t, err)
			require.Contains(t, markdownOf(t, pages), f.want)
		})
	}
}

func TestWithoutLibreOfficeItsFormatsSayWhatToInstall(t *testing.T) {
	t.Parallel()
	_, err := read(t.Context(), withOffice(t, ""), written(t, "a.doc", "any"), probe.DOC)
	require.Equal(t, page.Unsupported, page.ReasonOf(err))
	require.ErrorContains(t, err, "Install it (QUIRE_SOFFICE says where it is), or save the document as .docx")
	_, err = libreoffice.Find("/nowhere/soffice")
	require.ErrorContains(t, err, "libreoffice-writer")
}

// script is a program that stands in for a misbehaving LibreOffice.
func script(t *testing.T, lines string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "soffice")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+lines+"\n"), 0o700))
	return path
}

func TestDocumentThatLibreOfficeCannotReadIsDamagedOrLocked(t *testing.T) {
	t.Parallel()
	c := withOffice(t, script(t, "echo no filter; exit 0"))
	locked := make([]byte, 32)
	binary.LittleEndian.PutUint16(locked[10:], 0x100)
	token := binary.LittleEndian.AppendUint32(make([]byte, 12), 0xf3d1c4df)
	for name, test := range map[string]struct {
		format  probe.Format
		streams map[string]string
		want    page.Reason
	}{
		"no compound file": {probe.DOC, nil, page.Corrupt},
		"damaged document": {probe.DOC, map[string]string{"WordDocument": "short"}, page.Corrupt},
		"locked document":  {probe.DOC, map[string]string{"WordDocument": string(locked)}, page.PasswordProtected},
		"damaged workbook": {probe.XLS, map[string]string{"Workbook": "\x09\x08\x02\x00ab\x0a\x00\x00\x00\x2f\x00\x00\x00"}, page.Corrupt},
		"locked workbook":  {probe.XLS, map[string]string{"Workbook": "\x09\x08\x02\x00ab\x2f\x00\x00\x00"}, page.PasswordProtected},
		"damaged slides":   {probe.PPT, map[string]string{"Current User": "short"}, page.Corrupt},
		"locked slides":    {probe.PPT, map[string]string{"Current User": string(token)}, page.PasswordProtected},
	} {
		content := "not one"
		if test.streams != nil {
			content = string(compoundtest.File(test.streams))
		}
		_, err := read(t.Context(), c, written(t, "a", content), test.format)
		require.Equal(t, test.want, page.ReasonOf(err), "%s: %v", name, err)
	}
}

func TestLibreOfficeIsKilledWithWhatItStarted(t *testing.T) {
	t.Parallel()
	pidFile := filepath.Join(t.TempDir(), "pid")
	c := withOffice(t, script(t, "(sleep 600 & echo $! > "+pidFile+".new; mv "+pidFile+".new "+pidFile+"; wait)"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	document := written(t, "a.doc", "any")
	go func() {
		_, err := read(ctx, c, document, probe.DOC)
		ended <- err
	}()
	var pid int
	require.Eventually(t, func() bool {
		raw, err := os.ReadFile(pidFile)
		if err != nil {
			return false
		}
		_, err = fmt.Sscan(string(raw), &pid)
		return err == nil
	}, time.Minute, 10*time.Millisecond)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	require.Eventually(t, func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || strings.Contains(string(stat), ") Z ")
	}, time.Minute, 10*time.Millisecond)
}
