package pdf

import "quire/internal/convert/page"

const (
	// maxClipPaths is the maximum number of clipping paths of an object that are read. Programs that export parts of pages
	// nest a handful.
	maxClipPaths = 8
	// maxClipSegments is the maximum number of segments of a clipping path that are read. A longer one follows a
	// silhouette, and is ignored.
	maxClipSegments = 64
)

// clip sets d.Clip to the part of the page outside of which nothing of an object is visible.
func (d *drawings) clip(object uint64, m Matrix) {
	d.Clip = d.within
	path := uint64(uint32(d.hot.clipPath.call(object)))
	n := int(int32(d.hot.clipPaths.call(path)))
	for i := range min(max(n, 0), maxClipPaths) {
		if b, ok := d.clipBox(path, i, m); ok {
			b, _ = d.visible(b)
			d.Clip = &b
		}
	}
}

// clipBox returns the box of one clipping path, and false if it is too long.
func (d *drawings) clipBox(path uint64, i int, m Matrix) (page.Box, bool) {
	n := int(int32(d.hot.clipSegments.call(path, uint64(i))))
	if n < 2 || n > maxClipSegments || d.segments+n > MaxSegments {
		return page.Box{}, false
	}
	d.segments += n
	var p Subpath
	for j := range n {
		segment := uint64(uint32(d.hot.clipSegment.call(path, uint64(i), uint64(j))))
		if segment == 0 {
			return page.Box{}, false
		}
		p.Points = append(p.Points, d.point(segment, m))
	}
	return p.box(), true
}
