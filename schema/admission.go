package schema

import "context"

// admit lets a document start, or holds it back when its account already has enough in processing. Simultaneous
// requests do not see each other, so the limit can be exceeded by their number.
func (q *Queries) admit(ctx context.Context, s Start, atOnce int) (Start, error) {
	if atOnce == 0 {
		return s, nil
	}
	room, err := q.hasRoom(ctx, s.AccountID, int64(atOnce))
	if err != nil || room {
		return s, err
	}
	return Start{}, q.hold(ctx, new(int32(atOnce)), s.OutboxID)
}
