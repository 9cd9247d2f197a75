package app

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quire/cmd/internal/settings"
	"quire/internal/blob"
	"quire/internal/convert/ocr"
	"quire/internal/egress"
	"quire/internal/seal"
	"quire/schema"
	"quire/workflows"
)

// checks are the tests of values, by the names that the tags of Config give them. None looks outside of the value: what
// answers, and what exists, the roles and the doctor find out.
var checks = map[string]settings.Check{
	"listen":        {Wants: "an address to listen on, with its port", Test: hostAndPort(true)},
	"address":       {Wants: "a host and its port", Test: hostAndPort(false)},
	"host and port": {Wants: "a host and its port", Test: hostAndPort(false)},
	"url":           {Wants: "an address that begins with http:// or https://", Test: webAddress},
	"origin":        {Wants: "the scheme, host and port of a web page", Test: origin},
	"environment":   {Wants: "live or test", Test: oneOf("live", "test")},
	"region":        {Wants: "eu, or leave it empty", Test: oneOf("eu")},
	"host":          {Wants: "the name of a host without scheme and port", Test: matching(`^\.?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9A-Fa-f:]+$`)},
	"network":       {Wants: "a network", Test: network},
	"NAT64 prefix":  {Wants: "a prefix of IPv6", Test: nat64},
	"database":      {Wants: "an address of PostgreSQL", Test: database},
	"blobs":         {Wants: "file:// with an absolute directory, or s3:// with a bucket", Test: func(v string) error { return silent(blob.CheckURL(v)) }},
	"secret":        {Wants: "32 bytes in hex", Test: func(v string) error { return silent(second(secret("", v))) }},
	"payload key":   {Wants: "id:key with a key of 32 bytes in hex", Test: func(v string) error { return silent(second(seal.Parse([]string{v}))) }},
	"plan":          {Wants: "name=requests/uploads/documents, or a quota such as stored:50GB", Test: planOrQuota},
	"quota":         {Wants: "stored, pages, files, sessions, collections or keys, and how much of it", Test: func(v string) error { return silent(allow(new(schema.Allowance), v)) }},
	"queue":         {Wants: "one of " + strings.Join(queues, ", "), Test: oneOf(queues...)},
	"languages":     {Wants: "tesseract's language codes joined by +", Test: func(v string) error { return silent(ocr.CheckLanguages(v)) }},
}

// queues are the task queues that a worker can serve.
var queues = []string{workflows.QueueWorkflow, workflows.QueueQuick, workflows.QueueConvert, workflows.QueueModel, workflows.QueueEgress}

func second[T any](_ T, err error) error { return err }

// silent keeps of an error only that there is one, where what is wanted says all.
func silent(err error) error {
	if err != nil {
		return settings.ErrWrong
	}
	return nil
}

func oneOf(values ...string) func(string) error {
	return func(v string) error {
		if !slices.Contains(values, v) {
			return settings.ErrWrong
		}
		return nil
	}
}

func matching(pattern string) func(string) error {
	valid := regexp.MustCompile(pattern)
	return func(v string) error {
		if !valid.MatchString(v) {
			return settings.ErrWrong
		}
		return nil
	}
}

// hostAndPort wants a port as a number; anyHost lets the host be left out. A resolver in front (dns:///) is gRPC's.
func hostAndPort(anyHost bool) func(string) error {
	return func(v string) error {
		if _, rest, ok := strings.Cut(v, ":///"); ok && !anyHost {
			v = rest
		}
		host, port, err := net.SplitHostPort(v)
		if err != nil || host == "" && !anyHost || strings.ContainsAny(host, "/@ ") {
			return settings.ErrWrong
		}
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			return errors.New("the port is not a number up to 65535")
		}
		if n == 0 && !anyHost {
			return errors.New("nothing listens on port 0")
		}
		return nil
	}
}

// webAddress says nothing of what url.Parse finds, for it would repeat the address and what stands in it.
func webAddress(v string) error {
	u, err := url.Parse(v)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return settings.ErrWrong
	}
	return nil
}

func origin(v string) error {
	u, err := url.Parse(v)
	if err != nil || webAddress(v) != nil || u.Scheme+"://"+u.Host != v {
		return settings.ErrWrong
	}
	return nil
}

func network(v string) error { return silent(second(netip.ParsePrefix(v))) }

// nat64 is checked by who uses the prefixes: RFC 6052 allows few lengths.
func nat64(v string) error {
	prefix, err := netip.ParsePrefix(v)
	if err != nil {
		return settings.ErrWrong
	}
	return second(egress.New(egress.Config{NAT64Prefixes: []netip.Prefix{prefix}}))
}

// database adds what the driver says, which hides the password.
func database(v string) error {
	if !strings.HasPrefix(v, "postgres://") && !strings.HasPrefix(v, "postgresql://") && !strings.Contains(v, "=") {
		return settings.ErrWrong
	}
	return second(schema.HostsOf(v))
}
