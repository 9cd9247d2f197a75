package app

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/docker/go-units"

	"quire/api"
	"quire/cmd/internal/settings"
	"quire/internal/nearest"
	"quire/schema"
)

// planName keeps names printable and free of the setting's separators.
var planName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Plans holds the configured plans by name.
type Plans map[string]api.Plan

// Of returns the named plan, or the default plan if it is not configured.
func (p Plans) Of(name string) api.Plan {
	if plan, ok := p[name]; ok {
		return plan
	}
	return p[api.DefaultPlan]
}

// protection is what the default plan allows unless configured otherwise. It is far above normal use and only keeps an
// account from filling the tables with rows that cost it nothing.
var protection = schema.Allowance{FilesPerCollection: 100_000, Sessions: 100_000, Collections: 10_000, Keys: 100}

// ParsePlans reads the plans and returns every fault in their settings.
func (c Config) ParsePlans() (Plans, settings.Faults) {
	standard := plan(c.RequestsPerMinute, c.UploadsPerMinute, c.DocumentsAtOnce)
	standard.Allowance = protection
	var faults settings.Faults
	for _, s := range c.Quotas {
		if err := allow(&standard.Allowance, strings.TrimSpace(s)); err != nil {
			faults = append(faults, settings.Fault{Setting: "QUIRE_QUOTAS", Problem: err.Error()})
		}
	}
	plans, last := Plans{api.DefaultPlan: standard}, ""
	for _, s := range c.Plans {
		if err := plans.add(strings.TrimSpace(s), &last); err != nil {
			faults = append(faults, settings.Fault{Setting: "QUIRE_PLANS", Problem: err.Error()})
		}
	}
	return plans, faults
}

// add parses s as a plan, or as a quota of the last plan. A plan inherits the quotas that it does not name from the
// default.
func (p Plans) add(s string, last *string) error {
	if !strings.Contains(s, "=") && *last != "" {
		plan := p[*last]
		err := allow(&plan.Allowance, s)
		p[*last] = plan
		return err
	}
	name, next, err := parsePlan(s)
	if err != nil {
		return err
	}
	if _, twice := p[name]; twice {
		return fmt.Errorf("has the plan %q twice; %q itself is defined by the other settings of limits", name, api.DefaultPlan)
	}
	next.Allowance = p[api.DefaultPlan].Allowance
	p[name], *last = next, name
	return nil
}

func parsePlan(s string) (name string, p api.Plan, err error) {
	name, limits, _ := strings.Cut(s, "=")
	fields := strings.Split(limits, "/")
	var n [3]int
	ok := planName.MatchString(name) && len(fields) == len(n)
	for i := 0; ok && i < len(n); i++ {
		n[i], err = strconv.Atoi(fields[i])
		ok = err == nil && n[i] >= 0
	}
	if !ok {
		return "", api.Plan{}, fmt.Errorf("has %q, which is not a plan: give name=requests/uploads/documents, such as team=6000/600/200", s)
	}
	return name, plan(n[0], n[1], n[2]), nil
}

// planOrQuota checks one element of the list of plans.
func planOrQuota(s string) error {
	if strings.Contains(s, "=") {
		_, _, err := parsePlan(strings.TrimSpace(s))
		return silent(err)
	}
	return silent(allow(new(schema.Allowance), strings.TrimSpace(s)))
}

// CheckPlan returns an error that lists the configured plans if none has the given name.
func (c Config) CheckPlan(name string) error {
	plans, faults := c.ParsePlans()
	if err := faults.Err(); err != nil {
		return err
	}
	if _, ok := plans[name]; ok {
		return nil
	}
	known := slices.Sorted(maps.Keys(plans))
	hint := "use " + strings.Join(known, ", ")
	if meant := nearest.Of(name, known); meant != "" {
		hint = "did you mean " + meant + "?"
	}
	return fmt.Errorf("there is no plan %q: %s (QUIRE_PLANS defines further plans)", name, hint)
}

func plan(requestsPerMinute, uploadsPerMinute, documentsAtOnce int) api.Plan {
	return api.Plan{
		Requests: schema.Quota{Burst: requestsPerMinute, Window: time.Minute},
		Uploads:  schema.Quota{Burst: uploadsPerMinute, Window: time.Minute}, Documents: documentsAtOnce,
	}
}

// allow sets the quota that s names; s has the form "key:value".
func allow(a *schema.Allowance, s string) error {
	key, value, _ := strings.Cut(s, ":")
	quotas := map[string]*int64{
		"stored": &a.StoredBytes, "pages": &a.PagesPerDay, "files": &a.FilesPerCollection,
		"sessions": &a.Sessions, "collections": &a.Collections, "keys": &a.Keys,
	}
	quota, ok := quotas[key]
	if !ok {
		return fmt.Errorf("has %q, which does not name a quota: give key:value with one of the keys %s", s, strings.Join(slices.Sorted(maps.Keys(quotas)), ", "))
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil && key == "stored" {
		n, err = units.RAMInBytes(value)
	}
	switch {
	case err == nil && n >= 0:
		*quota = n
		return nil
	case key == "stored":
		return fmt.Errorf("has %q, which is not a number of bytes: give one such as stored:50GB, or 0 for no limit", s)
	}
	return fmt.Errorf("has %q, which is not a number: give one such as %s:1000, or 0 for no limit", s, key)
}
