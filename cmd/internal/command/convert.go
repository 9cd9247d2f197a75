package command

import "quire/cmd/internal/convertcmd"

// Convert converts files.
type Convert struct{ convertcmd.Command }
