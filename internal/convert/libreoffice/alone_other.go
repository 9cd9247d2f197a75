//go:build !linux

package libreoffice

import "os/exec"

// startAlone starts a command. Other systems have no unprivileged way to keep it from the network; the settings of the
// profile remain.
func startAlone(command *exec.Cmd) error { return command.Start() }
