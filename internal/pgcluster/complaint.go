package pgcluster

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var complaintLine = regexp.MustCompile(`(?m)(?:\b(?:FATAL|PANIC|ERROR|error)|^postgres):\s*(.+)$`)

// complaintIn returns the last line of a program's output that reports an error, or "".
func complaintIn(output string) string {
	all := complaintLine.FindAllStringSubmatch(output, -1)
	if len(all) == 0 {
		return ""
	}
	return strings.TrimSpace(all[len(all)-1][1])
}

// startComplaint returns why the server did not start, and the file with more details: stderr at first, and the
// server's log file once it has opened that.
func (c *Cluster) startComplaint() (complaint, file string) {
	early, _ := os.ReadFile(c.startLog())
	if complaint := complaintIn(string(early)); complaint != "" {
		return complaint, c.startLog()
	}
	// The lines of the file look like "stderr log/postgresql-Sat.log".
	names, _ := os.ReadFile(filepath.Join(c.data(), "current_logfiles"))
	_, name, _ := strings.Cut(strings.TrimSpace(string(names)), " ")
	if name == "" {
		return "", ""
	}
	file = filepath.Join(c.data(), name)
	return complaintIn(tail(file)), file
}

// tail returns the end of a file, which is as much as a single failed start can have written.
func tail(path string) string {
	const length = 16 << 10
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	buf := make([]byte, min(length, info.Size()))
	n, _ := f.ReadAt(buf, info.Size()-int64(len(buf)))
	return string(buf[:n])
}
