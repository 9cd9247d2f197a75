package app

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"quire/api"
	"quire/schema"
)

// plans are the plans of the configuration, by name.
func (c Config) plans() (map[string]api.Plan, error) {
	plans := map[string]api.Plan{api.DefaultPlan: plan(c.RequestsPerMinute, c.UploadsPerMinute, c.DocumentsAtOnce)}
	for _, s := range c.Plans {
		name, limits, _ := strings.Cut(strings.TrimSpace(s), "=")
		fields := strings.Split(limits, "/")
		var n [3]int
		ok := name != "" && len(fields) == len(n)
		for i := 0; ok && i < len(n); i++ {
			var err error
			n[i], err = strconv.Atoi(fields[i])
			ok = err == nil && n[i] >= 0
		}
		if !ok {
			return nil, fmt.Errorf("QUIRE_PLANS: %q is no plan: give name=requests/uploads/documents, such as team=6000/600/200", s)
		}
		plans[name] = plan(n[0], n[1], n[2])
	}
	return plans, nil
}

func plan(requestsPerMinute, uploadsPerMinute, documentsAtOnce int) api.Plan {
	return api.Plan{
		Requests: schema.Quota{Burst: requestsPerMinute, Window: time.Minute},
		Uploads:  schema.Quota{Burst: uploadsPerMinute, Window: time.Minute}, Documents: documentsAtOnce,
	}
}
