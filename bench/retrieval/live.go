package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"quire/internal/encoder"
)

// live encodes texts with the encoder of this machine and keeps their vectors in a file, so that a text is encoded once and
// for all.
type live struct {
	encoder *encoder.Encoder
	mu      sync.Mutex
	kept    *bufio.Writer
	file    *os.File
}

// record is a vector in the file, by the hash of its text.
type record struct {
	Hash   [sha256.Size]byte
	Vector [vectorLength]float32
}

// openLive opens an encoder, and reads the vectors that are already in its file.
func openLive(model, path string) (*live, map[[sha256.Size]byte][]float32, error) {
	e, err := encoder.Open(model, 1)
	if err != nil {
		return nil, nil, err
	}
	known, err := readRecords(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, err
	}
	return &live{encoder: e, kept: bufio.NewWriter(f), file: f}, known, nil
}

func readRecords(path string) (map[[sha256.Size]byte][]float32, error) {
	known := map[[sha256.Size]byte][]float32{}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	raw := make([]byte, binary.Size(record{}))
	for {
		if _, err := io.ReadFull(in, raw); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return known, err
		}
		var r record
		if _, err := binary.Decode(raw, binary.LittleEndian, &r); err != nil {
			return nil, err
		}
		known[r.Hash] = r.Vector[:]
	}
}

// encode returns the vector of a text, and keeps it.
func (l *live) encode(hash [sha256.Size]byte, text string) ([]float32, error) {
	vector, err := l.encoder.Encode(context.Background(), text)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	r := record{Hash: hash}
	copy(r.Vector[:], vector)
	return vector, binary.Write(l.kept, binary.LittleEndian, r)
}

func (l *live) Close() error { return errors.Join(l.kept.Flush(), l.file.Close()) }
