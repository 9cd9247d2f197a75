package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// printed prints a page of HTML to PDF. The PDF has no tags: they would give the truth away.
func printed(ctx context.Context, source, target string) error {
	abs, err := filepath.Abs(source)
	if err != nil {
		return err
	}
	profile := filepath.Join(os.TempDir(), fmt.Sprintf("quire-pages-%d", os.Getpid()))
	defer os.RemoveAll(profile)
	out, err := exec.CommandContext(ctx, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-pdf-tagging",
		"--no-pdf-header-footer", "--user-data-dir="+profile, "--print-to-pdf="+target, "file://"+abs).CombinedOutput()
	if err != nil {
		return fmt.Errorf("chromium: %w: %s", err, out)
	}
	_, err = os.Stat(target)
	return err
}

// writer is LibreOffice's command.
const writer = "soffice"

// typed has LibreOffice's word processor print a page of HTML to PDF, without tags and bookmarks.
func typed(ctx context.Context, source, target string) error {
	profile, err := filepath.Abs(filepath.Join(filepath.Dir(target), ".."))
	if err != nil {
		return err
	}
	profile = filepath.Join(profile, "writer")
	const plain = `pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"},"ExportBookmarks":{"type":"boolean","value":"false"}}`
	out, err := exec.CommandContext(ctx, writer, "--headless", "--norestore", "-env:UserInstallation=file://"+profile,
		"--infilter=HTML (StarWriter)", "--convert-to", plain, "--outdir", filepath.Dir(target), source).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", writer, err, out)
	}
	_, err = os.Stat(target)
	return err
}
