package app

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"quire/api"
	"quire/cmd/internal/settings"
	"quire/internal/nearest"
	"quire/schema"
)

// planName keeps names printable and free of what the setting is divided by.
var planName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// plans are the plans of the configuration, by name. Its error is a fault of the setting.
func (c Config) plans() (map[string]api.Plan, error) {
	plans := map[string]api.Plan{api.DefaultPlan: plan(c.RequestsPerMinute, c.UploadsPerMinute, c.DocumentsAtOnce)}
	for _, s := range c.Plans {
		name, limits, _ := strings.Cut(strings.TrimSpace(s), "=")
		fields := strings.Split(limits, "/")
		var n [3]int
		ok := planName.MatchString(name) && len(fields) == len(n)
		for i := 0; ok && i < len(n); i++ {
			var err error
			n[i], err = strconv.Atoi(fields[i])
			ok = err == nil && n[i] >= 0
		}
		if !ok {
			return nil, planFault("has %q, which is no plan: give name=requests/uploads/documents, such as team=6000/600/200", s)
		}
		if _, twice := plans[name]; twice {
			return nil, planFault("has the plan %q twice; %q itself is made of the settings without a name", name, api.DefaultPlan)
		}
		plans[name] = plan(n[0], n[1], n[2])
	}
	return plans, nil
}

func planFault(format string, args ...any) error {
	return settings.Fault{Setting: "QUIRE_PLANS", Problem: fmt.Sprintf(format, args...)}
}

// CheckPlan returns an error that names the plans when the configuration has none of that name.
func (c Config) CheckPlan(name string) error {
	plans, err := c.plans()
	if err != nil {
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
	return fmt.Errorf("there is no plan %q: %s (QUIRE_PLANS makes further plans)", name, hint)
}

func plan(requestsPerMinute, uploadsPerMinute, documentsAtOnce int) api.Plan {
	return api.Plan{
		Requests: schema.Quota{Burst: requestsPerMinute, Window: time.Minute},
		Uploads:  schema.Quota{Burst: uploadsPerMinute, Window: time.Minute}, Documents: documentsAtOnce,
	}
}
