// Command pin appends the current digest of its tag to every image, in Dockerfiles and compose files, so that the image
// cannot change under its name. Running it again renews the digests.
//
//	go run ./pin ../../Dockerfile ../../docker-compose.yml ../docker-compose.production.yml
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"

	"github.com/google/go-containerregistry/pkg/crane"
)

// named matches an image by name and tag, with or without a digest, wherever these files name one: in FROM, in an ARG
// used by FROM, or as the image of a service.
var named = regexp.MustCompile(`(?m)^((?:ARG [A-Z]+=|FROM (?:--platform=\S+ )?| +image: )([a-z0-9.:/-]*[a-z0-9]:[\w.-]+))(?:@sha256:[0-9a-f]{64})?( .*)?$`)

func main() {
	for _, file := range os.Args[1:] {
		if err := pin(context.Background(), file); err != nil {
			fmt.Fprintln(os.Stderr, "pin:", err)
			os.Exit(1)
		}
	}
}

// pin writes the digests into a file: either all of them or none.
func pin(ctx context.Context, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	rest := 0
	for _, m := range named.FindAllSubmatchIndex(text, -1) {
		digest, err := crane.Digest(string(text[m[4]:m[5]]), crane.WithContext(ctx))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		out.Write(text[rest:m[3]])
		out.WriteString("@" + digest)
		rest = m[1]
		if m[6] >= 0 {
			rest = m[6]
		}
	}
	out.Write(text[rest:])
	return os.WriteFile(file, out.Bytes(), 0o644) //nolint:gosec // a source file
}
