package egress

import "time"

// Hurry shortens the times of a client so that tests of slow servers are fast.
func (c *Client) Hurry(header, total, window time.Duration) {
	c.times.header, c.times.fetch, c.times.post, c.times.window = header, total, total, window
	c.transport = c.newTransport()
}
