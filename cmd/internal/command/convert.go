package command

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"quire/cmd/internal/convertcmd"
	"quire/cmd/internal/exit"
	"quire/internal/convert"
	"quire/internal/door"
	"quire/internal/mask"
)

// Convert converts files, in this process or through a service.
type Convert struct {
	convertcmd.Command
	Server     string   `env:"QUIRE_SERVER" placeholder:"URL" help:"Have the service at this address convert, instead of this process."`
	Key        string   `env:"QUIRE_API_KEY" placeholder:"KEY" help:"API key for --server."`
	Keep       bool     `help:"Keep the documents on the service; otherwise they are deleted there after the download."`
	Mask       []string `placeholder:"KINDS" help:"Cover personal data that rules and checksums find: email, phone, iban, card, national (numbers of persons), or all; joined by commas."`
	MaskRegion string   `placeholder:"COUNTRY" help:"Whose phone numbers --mask also finds without a country's code, such as DE."`
}

// Run converts the files.
func (c *Convert) Run(ctx context.Context, env convertcmd.Env) error {
	if c.Server != "" {
		if err := c.checkRemote(); err != nil {
			return exit.Usage(err)
		}
		s := Service{Server: c.Server, Key: c.Key}
		client, err := s.connect(ctx)
		if err != nil {
			return err
		}
		env.Remote = (&remote{Client: client, keep: c.Keep, mask: strings.Join(c.Mask, ","), region: c.MaskRegion}).convert
	}
	if len(c.Mask) > 0 && c.Server == "" {
		rules, err := c.masking()
		if err != nil {
			return exit.Usage(err)
		}
		env.Mask = rules.Page
	}
	return c.Command.Run(ctx, env)
}

// masking returns the rules by which personal data is masked.
func (c *Convert) masking() (mask.Rules, error) {
	if c.Debug != "" {
		return mask.Rules{}, errors.New("--debug draws pages unmasked, so it cannot be combined with --mask")
	}
	return mask.New(c.Mask, c.MaskRegion)
}

// checkRemote returns an error for flags that only a conversion in this process supports.
func (c *Convert) checkRemote() error {
	for flag, given := range map[string]bool{
		"--pages": c.Pages != "", "--json": c.JSON, "--debug": c.Debug != "",
		"--ocr-languages": c.OCRLanguages != "", "--keep-headers-footers": c.KeepHeadersFooters, "--pdf-links": c.PDFLinks,
	} {
		if given {
			return fmt.Errorf("%s cannot be combined with --server (or QUIRE_SERVER): the service converts whole documents to Markdown, by its own settings", flag)
		}
	}
	return nil
}

// remote converts files through a service.
type remote struct {
	*door.Client
	keep         bool
	mask, region string
}

// maxMarkdown bounds the result of a conversion, in bytes.
const maxMarkdown = 1 << 30

// convert implements convertcmd.Remote.
func (r *remote) convert(ctx context.Context, f convertcmd.Sent, show func(done, total int)) (io.ReadCloser, error) {
	d, err := r.create(ctx, f)
	if err != nil {
		return nil, err
	}
	if !r.keep {
		defer r.forget(ctx, d.ID)
	}
	if d, err = r.await(ctx, d.ID, show); err != nil {
		return nil, err
	}
	switch {
	case d.Status == door.Failed && d.Error != nil:
		return nil, errors.New(*d.Error)
	case d.Status != door.Completed || d.OutputFileURL == nil:
		return nil, fmt.Errorf("the service has no result: the document is %s", d.Status)
	}
	content, err := r.Download(ctx, *d.OutputFileURL, maxMarkdown)
	if err != nil {
		return nil, err
	}
	if content.More {
		return nil, fmt.Errorf("the result is larger than %d MB", maxMarkdown>>20)
	}
	return io.NopCloser(bytes.NewReader(content.Bytes)), nil
}

// create uploads a file. However often the request has to be repeated, only one document is created.
func (r *remote) create(ctx context.Context, f convertcmd.Sent) (d door.Document, err error) {
	once := *r.Client
	once.Header = once.Header.Clone()
	once.Header.Set("Idempotency-Key", rand.Text())
	accuracy := convert.Lite
	if f.Options.Accuracy == convert.Ultra {
		accuracy = convert.Ultra
	}
	fields := []door.Field{
		{Name: "accuracy", Value: string(accuracy)},
		{Name: "page_separator", Value: strconv.FormatBool(f.Separator)},
		{Name: "skip_images", Value: strconv.FormatBool(f.Options.SkipImages)},
	}
	if r.mask != "" {
		fields = append(fields, door.Field{Name: "mask", Value: r.mask}, door.Field{Name: "mask_region", Value: r.region})
	}
	name := filepath.Base(f.Name)
	if f.Name == "" {
		name = "stdin"
	}
	err = patiently(ctx, func() error {
		file, err := os.Open(f.Path)
		if err != nil {
			return err
		}
		defer file.Close()
		return once.Upload(ctx, "/documents", fields, &door.File{Name: name, Content: file}, &d)
	})
	return d, err
}

// await waits for a document to end. It follows the document's events, or polls its state if no events arrive.
func (r *remote) await(ctx context.Context, id string, show func(done, total int)) (door.Document, error) {
	for attempt := 0; ; attempt++ {
		d, err := r.Await(ctx, id, func(p door.Progress) {
			total := 0
			if p.PagesTotal != nil {
				total = *p.PagesTotal
			}
			show(p.PagesDone, total)
		})
		if err == nil {
			finish(d, show)
			return d, nil
		}
		if _, refused := errors.AsType[*door.Error](err); refused || ctx.Err() != nil {
			return d, err
		}
		if d, err = r.Document(ctx, id); err != nil {
			return d, unavailable(err, 0)
		}
		if d.Over() {
			finish(d, show)
			return d, nil
		}
		if err := rest(ctx, min(firstPause<<min(attempt, attempts), longestPause/4)); err != nil {
			return d, err
		}
	}
}

// finish reports all pages of a document as done, because its last events may not have arrived.
func finish(d door.Document, show func(done, total int)) {
	if d.Status == door.Completed && d.PageCount != nil {
		show(*d.PageCount, *d.PageCount)
	}
}

// forgetting is how long the deletion of a document may take when the program ends.
const forgetting = 10 * time.Second

// forget deletes a document that is no longer needed, even if the program was interrupted. A document that cannot be
// deleted stays in the service's list, where people can delete it.
func (r *remote) forget(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), forgetting)
	defer cancel()
	once := *r.Client
	once.HTTP = &http.Client{}
	_ = once.Delete(ctx, "/documents/"+id)
}
