package pgcluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// ErrNotInstalled means that no usable PostgreSQL was found on this machine.
var ErrNotInstalled = errors.New("PostgreSQL is not installed")

// oldestMajor is the oldest PostgreSQL release that its project still maintained when this was written.
const oldestMajor = 14

// installation is one directory of PostgreSQL server programs.
type installation struct {
	bin   string
	major int
}

func (i installation) program(name string) string { return filepath.Join(i.bin, name) }

// searchPatterns are the places outside PATH where packages install the server: Debian and Ubuntu, Red Hat, Homebrew
// on either kind of Mac, and Postgres.app. Debian keeps initdb and postgres off PATH on purpose.
var searchPatterns = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/opt/homebrew/opt/postgresql*/bin",
	"/usr/local/opt/postgresql*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// findInstallation chooses the installation to use: the one with the wanted major version or, if wanted is 0, the one
// on PATH, or else the newest.
func findInstallation(ctx context.Context, as *account, wanted int) (installation, error) {
	var found []installation
	for _, dir := range candidateDirs() {
		i, ok := inspect(ctx, as, dir)
		if !ok || i.major < oldestMajor {
			continue
		}
		if wanted == 0 || i.major == wanted {
			return i, nil
		}
		found = append(found, i)
	}
	if len(found) == 0 {
		return installation{}, fmt.Errorf("%w: version %d or newer is needed, with initdb and postgres in one directory "+
			"(Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql)", ErrNotInstalled, oldestMajor)
	}
	newest := slices.MaxFunc(found, func(a, b installation) int { return cmp.Compare(a.major, b.major) })
	return installation{}, fmt.Errorf("its data were written by PostgreSQL %d, but only PostgreSQL %d is installed: "+
		"install version %d, or move the data away to start afresh", wanted, newest.major, wanted)
}

func candidateDirs() []string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	var elsewhere []string
	for _, pattern := range searchPatterns {
		matches, _ := filepath.Glob(pattern)
		elsewhere = append(elsewhere, matches...)
	}
	slices.SortStableFunc(elsewhere, func(a, b string) int { return cmp.Compare(majorIn(b), majorIn(a)) })
	return append(dirs, elsewhere...)
}

var number = regexp.MustCompile(`\d+`)

func majorIn(s string) int {
	n, _ := strconv.Atoi(number.FindString(s))
	return n
}

var versionLine = regexp.MustCompile(`^postgres \(PostgreSQL\) (\d+)`)

// inspect queries the programs themselves, running them as the account that will use them: names in PATH may be
// wrappers around something else, or links to a package that is gone.
func inspect(ctx context.Context, as *account, dir string) (installation, bool) {
	i := installation{bin: dir}
	if info, err := os.Stat(i.program("initdb")); err != nil || info.IsDir() {
		return i, false
	}
	cmd := as.command(ctx, i.program("postgres"), "--version")
	out, err := cmd.Output()
	if err != nil {
		return i, false
	}
	m := versionLine.FindSubmatch(out)
	if m == nil {
		return i, false
	}
	i.major = majorIn(string(m[1]))
	return i, true
}

// Installed returns the major version and the program directory of the PostgreSQL that a cluster in dir would run, or
// ErrNotInstalled if there is none.
func Installed(ctx context.Context, dir string) (major int, bin string, err error) {
	as, err := accountFor(dir)
	if err != nil {
		return 0, "", err
	}
	wanted, err := dataVersion(filepath.Join(dir, "data"))
	if err != nil {
		return 0, "", err
	}
	found, err := findInstallation(ctx, as, wanted)
	return found.major, found.bin, err
}
