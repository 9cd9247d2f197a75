package api

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
)

// parameter is a part of a path that requests fill in, as the routes and the specification write it.
var parameter = regexp.MustCompile(`:\w+|\{\w+\}`)

func TestSpecificationDescribesEveryRoute(t *testing.T) {
	t.Parallel()
	spec, err := openapi3.NewLoader().LoadFromData([]byte(openAPISource))
	require.NoError(t, err)
	var described, routed []string
	for path, item := range spec.Paths.Map() {
		base := basePath
		if len(item.Servers) > 0 {
			base = strings.TrimSuffix(item.Servers[0].URL, "/")
		}
		for method := range item.Operations() {
			if method != http.MethodHead { // which every GET answers too
				described = append(described, method+" "+parameter.ReplaceAllString(base+path, "{}"))
			}
		}
	}
	for _, r := range new(Server).routes() {
		routed = append(routed, r.method+" "+parameter.ReplaceAllString(r.path, "{}"))
	}
	require.ElementsMatch(t, described, routed)
}
