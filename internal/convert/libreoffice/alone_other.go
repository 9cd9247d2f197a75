//go:build !linux

package libreoffice

import "os/exec"

// startAlone starts a command. Other systems have no way to keep it from the network that needs no privileges; the
// profile's settings remain.
func startAlone(command *exec.Cmd) error { return command.Start() }
