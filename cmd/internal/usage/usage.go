// Package usage adds examples and exit statuses to the help of every command.
package usage

import (
	"strings"

	"github.com/alecthomas/kong"
)

// Examples holds command lines by the path of their command, such as "key create". They are written without the program
// and the command, as typed in a shell, and may continue with a pipe or a redirection. A program without commands has
// the path "".
type Examples map[string][]string

const (
	statuses        = "Exit status: 0 done, 1 something failed, 2 the command line is wrong, 130 interrupted."
	statusesClients = "Exit status: 0 done, 1 something failed, 2 the command line is wrong, 3 the service cannot be reached or does not accept the key, 130 interrupted."
)

// Help adds the examples and the exit statuses to the help of the commands; a group of commands gets an example of each.
func Help(examples Examples) kong.Option {
	return kong.PostBuild(func(k *kong.Kong) error {
		addTo(k.Model.Node, k.Model.Name, examples)
		return nil
	})
}

func addTo(n *kong.Node, program string, examples Examples) {
	lines := Lines(n, program, examples)
	parts := make([]string, 0, 3)
	if n.Detail != "" {
		parts = append(parts, n.Detail)
	}
	if len(lines) > 0 {
		parts = append(parts, "Examples:\n\n  "+strings.Join(lines, "\n  "))
	}
	if reaches(n) {
		parts = append(parts, statusesClients)
	} else {
		parts = append(parts, statuses)
	}
	n.Detail = strings.Join(parts, "\n\n")
	for _, child := range n.Children {
		addTo(child, program, examples)
	}
}

// Lines returns the examples of a command as they are typed, or the first example of each command of a group. A program
// with commands has none of its own, because its help lists the commands.
func Lines(n *kong.Node, program string, examples Examples) []string {
	if n.Type == kong.ApplicationNode && !n.Leaf() {
		return nil
	}
	if n.Leaf() {
		return typed(n, program, examples[path(n)])
	}
	var lines []string
	for _, child := range n.Children {
		if of := Lines(child, program, examples); len(of) > 0 {
			lines = append(lines, of[0])
		}
	}
	return lines
}

func typed(n *kong.Node, program string, examples []string) []string {
	lines := make([]string, len(examples))
	for i, arguments := range examples {
		lines[i] = strings.Join(strings.Fields(program+" "+path(n)), " ")
		if arguments != "" {
			lines[i] += " " + arguments
		}
	}
	return lines
}

// path returns the names of the commands on the way to a node.
func path(n *kong.Node) string {
	if n.Parent == nil {
		return ""
	}
	return strings.TrimSpace(path(n.Parent) + " " + n.Name)
}

// reaches reports whether a command, or one of a group, is a client of a running service, and so has an exit status for
// a service that cannot be used.
func reaches(n *kong.Node) bool {
	if n.Tag != nil && n.Tag.Get("statuses") == "own" {
		return false
	}
	for _, flag := range n.Flags {
		if flag.Name == "server" {
			return true
		}
	}
	for _, child := range n.Children {
		if reaches(child) {
			return true
		}
	}
	return false
}
