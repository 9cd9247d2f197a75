package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"gopkg.in/natefinch/lumberjack.v2"

	"quire/cmd/internal/app"
)

const (
	// maxLog is the size, in MB, at which the log is rotated.
	maxLog = 50
	// keptLogs is the number of rotated logs that are kept.
	keptLogs = 4
)

// openLog returns a logger that writes everything to a file in the data directory, and whatever needs attention to the
// terminal as well. Rotated files are kept next to it, compressed.
func openLog(cfg *config, term terminal) (*slog.Logger, func(), error) {
	path := filepath.Join(cfg.DataDir, "quire.log")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("log file in the data directory (QUIRE_DATA_DIR): %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, nil, err
	}
	file := &lumberjack.Logger{Filename: path, MaxSize: maxLog, MaxBackups: keptLogs, Compress: true}
	log := app.NewLogger(slog.NewMultiHandler(
		slog.NewJSONHandler(file, app.LogOptions(cfg.App.LogLevel)),
		slog.NewTextHandler(term.err, app.LogOptions(max(cfg.App.LogLevel, slog.LevelError))),
	))
	slog.SetDefault(log)
	return log, func() { _ = file.Close() }, nil
}
