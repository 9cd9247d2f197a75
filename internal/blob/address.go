package blob

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"quire/internal/nearest"
)

// bucketAddress is the content of an s3:// URL.
type bucketAddress struct {
	name          string
	region        string // "" means the one in the SDK's environment
	endpoint      string // "" means AWS
	profile       string // of the SDK's credentials
	pathStyle     bool
	encryption    string // AES256 or aws:kms
	encryptionKey string
	checksums     aws.RequestChecksumCalculation
}

// parameters are the parameters allowed in an s3:// URL, each with a function that sets it.
var parameters = map[string]func(at *bucketAddress, value string) error{
	"region":   func(at *bucketAddress, v string) error { at.region = v; return nil },
	"endpoint": (*bucketAddress).setEndpoint,
	"profile":  func(at *bucketAddress, v string) error { at.profile = v; return nil },
	"use_path_style": func(at *bucketAddress, v string) (err error) {
		at.pathStyle, err = strconv.ParseBool(v)
		return err
	},
	"ssetype":                      func(at *bucketAddress, v string) error { at.encryption = v; return nil },
	"kmskeyid":                     func(at *bucketAddress, v string) error { at.encryptionKey = v; return nil },
	"request_checksum_calculation": (*bucketAddress).setChecksums,
}

func (at *bucketAddress) setEndpoint(v string) error {
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return errors.New("want http://host or https://host")
	}
	at.endpoint = v
	return nil
}

func (at *bucketAddress) setChecksums(v string) error {
	switch v {
	case "when_supported":
		at.checksums = aws.RequestChecksumCalculationWhenSupported
	case "when_required": // for stores that do not know today's S3 checksums
		at.checksums = aws.RequestChecksumCalculationWhenRequired
	default:
		return errors.New("want when_supported or when_required")
	}
	return nil
}

func parseBucket(u *url.URL) (bucketAddress, error) {
	at := bucketAddress{name: u.Host}
	if strings.Trim(u.Path, "/") != "" {
		return at, errors.New("blob store URL: a bucket has no path")
	}
	for name, values := range u.Query() {
		set, known := parameters[name]
		if !known {
			return at, unknownParameter(name)
		}
		if err := set(&at, values[len(values)-1]); err != nil {
			return at, fmt.Errorf("blob store URL: %s: %w", name, err)
		}
	}
	return at, nil
}

func unknownParameter(name string) error {
	known := slices.Sorted(maps.Keys(parameters))
	hint := "known are " + strings.Join(known, ", ")
	if meant := nearest.Of(name, known); meant != "" {
		hint = "did you mean " + meant + "?"
	}
	return fmt.Errorf("blob store URL: unknown parameter %q: %s", name, hint)
}

// client finds the credentials where the SDK looks for them.
func (at bucketAddress) client(ctx context.Context) (*s3.Client, error) {
	var options []func(*config.LoadOptions) error
	if at.region != "" {
		options = append(options, config.WithRegion(at.region))
	}
	if at.profile != "" {
		options = append(options, config.WithSharedConfigProfile(at.profile))
	}
	if at.checksums != aws.RequestChecksumCalculationUnset {
		options = append(options, config.WithRequestChecksumCalculation(at.checksums))
	}
	cfg, err := config.LoadDefaultConfig(ctx, options...)
	if err != nil {
		return nil, err
	}
	return s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.UsePathStyle = at.pathStyle
		if at.endpoint != "" {
			o.BaseEndpoint = &at.endpoint
		}
	}), nil
}
