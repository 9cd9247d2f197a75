package extract

import "context"

func (r *run) fill(context.Context) error { return nil }
