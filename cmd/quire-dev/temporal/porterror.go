package temporal

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

// portError makes ErrPort of a refused listen, and leaves other failures as they are.
func portError(err error) error {
	var op *net.OpError
	if errors.Is(err, syscall.EADDRINUSE) && errors.As(err, &op) {
		return fmt.Errorf("%s: %w", op.Addr, ErrPort)
	}
	return err
}
