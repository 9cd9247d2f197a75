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

// checks are the tests of values, keyed by the names in the tags of Config. They examine only the value itself; the
// roles and the doctor find out whether an address answers or a file exists.
var checks = map[string]settings.Check{
	"listen":        {Wants: "an address to listen on, with its port", Test: hostAndPort(true)},
	"address":       {Wants: "a host and its port", Test: hostAndPort(false)},
	"host and port": {Wants: "a host and its port", Test: hostAndPort(false)},
	"url":           {Wants: "an address that begins with http:// or https://", Test: webAddress},
	"origin":        {Wants: "the scheme, host and port of a web page", Test: origin},
	"environment":   {Wants: "live or test", Test: oneOf("live", "test")},
	"region":        {Wants: "eu, or leave it empty", Test: oneOf("eu")},
	"host":          {Wants: "a host name without scheme and port", Test: matching(`^\.?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9A-Fa-f:]+$`)},
	"network":       {Wants: "a network", Test: network},
	"NAT64 prefix":  {Wants: "an IPv6 prefix", Test: nat64},
	"database":      {Wants: "a PostgreSQL address", Test: database},
	"blobs":         {Wants: "file:// with an absolute directory, or s3:// with a bucket", Test: func(v string) error { return silent(blob.CheckURL(v)) }},
	"directory":     {Wants: "the absolute path of a directory", Test: matching(`^/`)},
	"secret":        {Wants: "32 bytes in hex", Test: func(v string) error { return silent(second(secret("", v))) }},
	"payload key":   {Wants: "id:key with a key of 32 bytes in hex", Test: func(v string) error { return silent(second(seal.Parse([]string{v}))) }},
	"plan":          {Wants: "name=requests/uploads/documents, or a quota such as stored:50GB", Test: planOrQuota},
	"quota":         {Wants: "stored, pages, files, sessions, collections or keys, with an amount", Test: func(v string) error { return silent(allow(new(schema.Allowance), v)) }},
	"grant":         {Wants: "group=account:role, with viewer, editor or admin, or group=account:permissions", Test: func(v string) error { _, err := parseGrant(v); return silent(err) }},
	"queue":         {Wants: "one of " + strings.Join(queues, ", "), Test: oneOf(queues...)},
	"door":          {Wants: "one of " + strings.Join(doorNames, ", "), Test: oneOf(doorNames...)},
	"pdf engine":    {Wants: "pdfium or unipdf", Test: oneOf("pdfium", uniPDF)},
	"languages":     {Wants: "tesseract's language codes joined by +", Test: func(v string) error { return silent(ocr.CheckLanguages(v)) }},
}

// queues are the task queues that a worker can serve.
var queues = []string{workflows.QueueWorkflow, workflows.QueueQuick, workflows.QueueConvert, workflows.QueueModel, workflows.QueueEgress}

func second[T any](_ T, err error) error { return err }

// silent drops the text of an error if the description of a valid value says enough.
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

// hostAndPort requires a numeric port. anyHost allows the host to be omitted; otherwise a gRPC resolver prefix
// (dns:///) is allowed.
func hostAndPort(anyHost bool) func(string) error {
	return func(v string) error {
		if _, rest, ok := strings.Cut(v, ":///"); ok && !anyHost {
			v = rest
		}
		host, port, err := net.SplitHostPort(v)
		missing := host == "" && !anyHost
		if err != nil || missing || strings.ContainsAny(host, "/@ ") {
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

// webAddress does not report the error of url.Parse, because it would repeat the address and any secrets in it.
func webAddress(v string) error {
	u, err := url.Parse(v)
	if err != nil || u.Hostname() == "" || !slices.Contains([]string{"http", "https"}, u.Scheme) {
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

// nat64 leaves the check to the package that uses the prefixes, because RFC 6052 allows only a few lengths.
func nat64(v string) error {
	prefix, err := netip.ParsePrefix(v)
	if err != nil {
		return settings.ErrWrong
	}
	return second(egress.New(egress.Config{NAT64Prefixes: []netip.Prefix{prefix}}))
}

// database reports the driver's error, which hides the password.
func database(v string) error {
	if !strings.HasPrefix(v, "postgres://") && !strings.HasPrefix(v, "postgresql://") && !strings.Contains(v, "=") {
		return settings.ErrWrong
	}
	return second(schema.HostsOf(v))
}
