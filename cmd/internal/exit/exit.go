// Package exit defines the exit statuses of the programs.
package exit

import (
	"context"
	"errors"

	"github.com/alecthomas/kong"
)

// The exit statuses, besides 0 for success.
const (
	Failed      = 1   // the command, or a part of it, failed
	WrongUsage  = 2   // the command line is wrong
	Unavailable = 3   // the service cannot be reached, or does not accept the key
	Interrupted = 130 // what shells report for a program ended by Ctrl-C
)

// status is an error that decides the exit status.
type status struct {
	error
	code int
}

// Unwrap implements the interface of package errors.
func (s status) Unwrap() error { return s.error }

// Usage marks err as a fault in the command line.
func Usage(err error) error { return status{err, WrongUsage} }

// Unreachable marks err as a failure to use the service at all.
func Unreachable(err error) error { return status{err, Unavailable} }

// Code returns the exit status for a program that ends with err; ctx is the context it ran under.
func Code(ctx context.Context, err error) int {
	if err == nil {
		return 0
	}
	if ctx.Err() != nil {
		return Interrupted
	}
	if _, ok := errors.AsType[*kong.ParseError](err); ok {
		return WrongUsage
	}
	if s, ok := errors.AsType[status](err); ok {
		return s.code
	}
	return Failed
}
