// Package libreoffice converts documents of Office 97–2003 to the formats that succeeded them, with LibreOffice.
//
// LibreOffice runs as a child of the conversion process, with its own profile that is used only once, without macros,
// without following links to other files and, on Linux, without a network. It counts towards the budget of the
// conversion and is killed along with it.
package libreoffice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"quire/internal/convert/page"
)

// Find returns the path of LibreOffice's program, by default soffice on PATH. The error says what to install.
func Find(binary string) (string, error) {
	path, err := exec.LookPath(cmp.Or(binary, "soffice"))
	if err != nil {
		return "", fmt.Errorf("LibreOffice is not installed: apt-get install --no-install-recommends "+
			"libreoffice-writer libreoffice-calc libreoffice-impress, or brew install --cask libreoffice (%w)", err)
	}
	return filepath.Abs(path)
}

// Version returns LibreOffice's own name and version.
func Version(ctx context.Context, binary string) (string, error) {
	dir, err := os.MkdirTemp("", "quire-office-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	command := exec.CommandContext(ctx, binary, "-env:UserInstallation=file://"+dir, "--version")
	command.Env = environment(dir)
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("LibreOffice does not start: %w", err)
	}
	words := strings.Fields(string(out))
	return strings.Join(words[:min(len(words), 2)], " "), nil
}

// environment returns the environment of LibreOffice, which keeps its own files in dir.
func environment(dir string) []string {
	return []string{"HOME=" + dir, "TMPDIR=" + dir, "PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "SAL_USE_VCLPLUGIN=svp"}
}

// Missing returns the error for a document that only LibreOffice can read, if it is not installed.
func Missing(format, instead string) *page.Error {
	return &page.Error{
		Reason: page.Unsupported,
		Message: fmt.Sprintf(".%s files are read with LibreOffice, which is not installed on this server. Install it "+
			"(QUIRE_SOFFICE says where it is), or save the document as .%s and send that.", format, instead),
	}
}

const (
	// outputLimit bounds the file that LibreOffice writes, and saidLimit its messages, in bytes.
	outputLimit = 1 << 30
	saidLimit   = 4 << 10
	// pipeGrace is how long pipes may stay open after LibreOffice has ended.
	pipeGrace = 2 * time.Second
)

// Convert converts the document at source to the format with the given extension and returns the path of the result in
// dir, which must be empty and which the caller removes. A *page.Error is the document's own fault.
func Convert(ctx context.Context, binary, source, from, to, dir string) (string, error) {
	profile, out := filepath.Join(dir, "profile"), filepath.Join(dir, "out")
	if err := errors.Join(writeProfile(profile), os.Mkdir(out, 0o700)); err != nil {
		return "", err
	}
	// LibreOffice also goes by the extension, and puts a lock file next to what it reads.
	named := filepath.Join(dir, "document."+from)
	if err := copyFile(source, named); err != nil {
		return "", err
	}
	said := &capped{}
	command := exec.CommandContext(ctx, binary, "-env:UserInstallation=file://"+profile, "--headless", "--norestore", "--nologo", "--nodefault",
		"--nolockcheck", "--nofirststartwizard", "--convert-to", to, "--outdir", out, named)
	command.Dir, command.Stdout, command.Stderr = dir, said, said
	command.Env = environment(dir)
	command.WaitDelay = pipeGrace
	if err := startAlone(command); err != nil {
		return "", fmt.Errorf("start LibreOffice: %w", err)
	}
	ended := command.Wait()
	result := filepath.Join(out, "document."+to)
	if _, err := os.Stat(result); err != nil {
		return "", cmp.Or(ctx.Err(), failed(ended, string(said.kept)))
	}
	return result, nil
}

// failed returns the error for a document that LibreOffice did not convert. Its exit status is 0 even then.
func failed(err error, said string) error {
	return &page.Error{
		Reason:  page.Corrupt,
		Message: "The document is damaged, or protected in a way that LibreOffice cannot read. Open it in its program, save it again and send the new file.",
		Cause:   fmt.Errorf("LibreOffice: %w: %s", cmp.Or(err, errors.New("no output")), strings.TrimSpace(said)),
	}
}

// settings are the settings of the profile: no macros, no external links, no Java.
var settings = []struct{ path, name, value string }{
	{"Common/Security/Scripting", "DisableMacrosExecution", "true"},
	{"Common/Security/Scripting", "MacroSecurityLevel", "3"},
	{"Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"},
	{"Common/Security/Scripting", "DisableActiveContent", "true"},
	{"Writer/Content/Update", "Link", "2"}, // never
	{"Calc/Content/Update", "Link", "2"},
	{"Java/VirtualMachine", "Enable", "false"},
}

func writeProfile(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "user"), 0o700); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<oor:items xmlns:oor="http://openoffice.org/2001/registry">` + "\n")
	for _, s := range settings {
		fmt.Fprintf(&b, `<item oor:path="/org.openoffice.Office.%s"><prop oor:name=%q oor:op="fuse"><value>%s</value></prop></item>`+"\n", s.path, s.name, s.value)
	}
	b.WriteString("</oor:items>\n")
	return os.WriteFile(filepath.Join(dir, "user", "registrymodifications.xcu"), []byte(b.String()), 0o600)
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// capped keeps the beginning of what is written to it.
type capped struct{ kept []byte }

// Write implements io.Writer.
func (c *capped) Write(p []byte) (int, error) {
	c.kept = append(c.kept, p[:min(len(p), saidLimit-len(c.kept))]...)
	return len(p), nil
}
