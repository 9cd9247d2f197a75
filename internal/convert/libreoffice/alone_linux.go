package libreoffice

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// startAlone starts a command that cannot reach a network, and whose files are limited in size. It stays in this
// process's group and is killed along with it.
func startAlone(command *exec.Cmd) error {
	result := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // for good: the thread, to which the filter applies, ends with this function
		err := allowOnlyLocalSockets()
		if err == nil {
			err = command.Start()
		}
		result <- err
	}()
	if err := <-result; err != nil {
		return err
	}
	for resource, limit := range map[int]unix.Rlimit{
		unix.RLIMIT_CORE:  {},
		unix.RLIMIT_FSIZE: {Cur: outputLimit, Max: outputLimit},
	} {
		err := unix.Prlimit(command.Process.Pid, resource, &limit, nil)
		if err != nil && !errors.Is(err, unix.ESRCH) { // it may have ended already
			return fmt.Errorf("limit its resources: %w", err)
		}
	}
	return nil
}

// architectures maps the architectures whose system calls the filter knows to their numbers.
var architectures = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

const (
	// Offsets in struct seccomp_data: the number of the call, the architecture, and the lower half of the first
	// argument on a little-endian machine.
	callAt, archAt, firstArgumentAt = 0, 4, 16
	// foreignCalls is the first call number of the alternative convention on x86-64.
	foreignCalls = 0x40000000
	load         = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equals       = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	atLeast      = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	answer       = unix.BPF_RET | unix.BPF_K
)

// allowOnlyLocalSockets keeps this thread, and whatever it starts, from opening sockets of families other than Unix. It
// also blocks io_uring, which would be a way around that.
func allowOnlyLocalSockets() error {
	arch, ok := architectures[runtime.GOARCH]
	if !ok {
		return fmt.Errorf("no filter of system calls for %s", runtime.GOARCH)
	}
	const refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
	filter := []unix.SockFilter{
		{Code: load, K: archAt},
		{Code: equals, K: arch, Jf: 7},
		{Code: load, K: callAt},
		{Code: atLeast, K: foreignCalls, Jt: 5},
		{Code: equals, K: unix.SYS_IO_URING_SETUP, Jt: 4},
		{Code: equals, K: unix.SYS_SOCKET, Jf: 2},
		{Code: load, K: firstArgumentAt},
		{Code: equals, K: unix.AF_UNIX, Jf: 1},
		{Code: answer, K: unix.SECCOMP_RET_ALLOW},
		{Code: answer, K: refuse},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]} //nolint:gosec // ten instructions
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("drop privileges: %w", err)
	}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("keep it from the network: %w", errno)
	}
	return nil
}
