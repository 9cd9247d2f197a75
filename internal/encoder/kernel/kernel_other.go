//go:build !amd64

package kernel

func accelerated() []*Kernels { return nil }
