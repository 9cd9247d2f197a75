package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"quire/internal/index/embedded"
	"quire/internal/pgcluster"
)

// databaseFile is a file in the directory above a cluster's that holds the cluster's address.
const databaseFile = "database"

// servePostgres runs a cluster in dir until ctx ends. It is the campaign's command for the database of a split
// world.
func servePostgres(ctx context.Context, dir string) error {
	cluster, err := pgcluster.Open(ctx, pgcluster.Config{Dir: dir, Log: slog.New(slog.NewJSONHandler(os.Stderr, nil))})
	if err != nil {
		return err
	}
	url := cluster.URL(pgcluster.Database)
	if err := os.WriteFile(filepath.Join(filepath.Dir(dir), databaseFile), []byte(url), 0o600); err != nil {
		return err
	}
	<-ctx.Done()
	return cluster.Stop(context.WithoutCancel(ctx))
}

// awaitDatabase waits until the cluster in dir has started and returns its address.
func awaitDatabase(ctx context.Context, dir string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	for {
		if url, err := os.ReadFile(filepath.Join(filepath.Dir(dir), databaseFile)); err == nil && len(url) > 0 {
			return string(url), nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(readyPoll):
		}
	}
}

// serveVectors runs a vector store until ctx ends. It is the campaign's command for the vector store of a split
// world and keeps everything in memory.
func serveVectors(ctx context.Context, address string) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	server := embedded.NewServer()
	defer context.AfterFunc(ctx, server.Close)()
	return server.Serve(l, embedded.Access{})
}

// get fetches one of the world's own pages.
func (w *World) get(ctx context.Context, url string) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil, err
	}
	res, err := w.http.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxBody))
	return res.StatusCode, body, err
}
