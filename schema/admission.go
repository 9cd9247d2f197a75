package schema

import "context"

// admit lets a document begin, or holds it when its account has enough in processing. Requests of the same moment do not
// see each other: so many more may begin.
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
