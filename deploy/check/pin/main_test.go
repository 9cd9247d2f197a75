package main

import (
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/crane"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/random"
	"github.com/stretchr/testify/require"
)

func TestPinWritesAndRenewsDigests(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	t.Cleanup(server.Close)
	host := strings.TrimPrefix(server.URL, "http://")
	push := func(name string) string {
		image, err := random.Image(64, 1)
		require.NoError(t, err)
		require.NoError(t, crane.Push(image, host+"/"+name))
		digest, err := image.Digest()
		require.NoError(t, err)
		return digest.String()
	}
	file := filepath.Join(t.TempDir(), "Dockerfile")
	write := func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	read := func() string {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		return strings.ReplaceAll(string(text), host, "HOST")
	}

	golang, debian := push("golang:1.26"), push("debian:slim")
	write("ARG GOLANG=" + host + "/golang:1.26\nARG VERSION=\nFROM " + host + "/debian:slim AS build\nFROM ${GOLANG}\n  image: " + host + "/golang:1.26\n  image: quire:${VERSION}\n")
	require.NoError(t, pin(t.Context(), file))
	want := "ARG GOLANG=HOST/golang:1.26@" + golang + "\nARG VERSION=\nFROM HOST/debian:slim@" + debian + " AS build\nFROM ${GOLANG}\n  image: HOST/golang:1.26@" + golang + "\n  image: quire:${VERSION}\n"
	require.Equal(t, want, read())

	require.NoError(t, pin(t.Context(), file))
	require.Equal(t, want, read(), "nothing has changed")
	renewed := push("debian:slim")
	require.NoError(t, pin(t.Context(), file))
	require.Equal(t, strings.ReplaceAll(want, debian, renewed), read())

	write("FROM " + host + "/debian:slim\nFROM " + host + "/absent:1\n")
	require.ErrorContains(t, pin(t.Context(), file), "absent")
	require.Equal(t, "FROM HOST/debian:slim\nFROM HOST/absent:1\n", read(), "all or none")
}
