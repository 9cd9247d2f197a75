package ocr

import (
	"image"
	"image/color"
	"math"
)

// toGray returns img in grey on white, with its origin at 0,0. A grey image without transparency is not copied.
func toGray(img image.Image) *image.Gray {
	b := img.Bounds()
	out := &image.Gray{Stride: b.Dx(), Rect: image.Rect(0, 0, b.Dx(), b.Dy())}
	if g, ok := img.(*image.Gray); ok {
		if b.Dx() > 0 && b.Dy() > 0 {
			out.Pix, out.Stride = g.Pix[g.PixOffset(b.Min.X, b.Min.Y):], g.Stride
		}
		return out
	}
	out.Pix = make([]byte, b.Dx()*b.Dy())
	switch src := img.(type) {
	case *image.YCbCr:
		for y := range b.Dy() {
			at := src.YOffset(b.Min.X, b.Min.Y+y)
			copy(out.Pix[y*out.Stride:], src.Y[at:at+b.Dx()])
		}
	case *image.RGBA:
		for y := range b.Dy() {
			at := src.PixOffset(b.Min.X, b.Min.Y+y)
			rgbaRow(out.Pix[y*out.Stride:][:b.Dx()], src.Pix[at:])
		}
	default:
		for y := range b.Dy() {
			for x := range b.Dx() {
				out.Pix[y*out.Stride+x] = onWhite(img.At(b.Min.X+x, b.Min.Y+y))
			}
		}
	}
	return out
}

// rgbaRow weights premultiplied colours by Rec. 601 and composites them on white.
func rgbaRow(dst, src []byte) {
	for x := range dst {
		p := src[4*x : 4*x+4 : 4*x+4]
		y := (19595*uint32(p[0]) + 38470*uint32(p[1]) + 7471*uint32(p[2]) + 1<<15) >> 16
		dst[x] = byte(min(y+255-uint32(p[3]), 255))
	}
}

func onWhite(c color.Color) byte {
	r, g, b, a := c.RGBA()
	y := (19595*r + 38470*g + 7471*b + 1<<15) >> 16
	return byte(min(y+0xffff-a, 0xffff) >> 8)
}

// quarterTurn rotates clockwise by 0, 90, 180 or 270 degrees.
func quarterTurn(src *image.Gray, degrees int) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if degrees == 0 {
		return src
	}
	if degrees != 180 {
		w, h = h, w
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		row := dst.Pix[y*dst.Stride:][:w]
		for x := range row {
			switch degrees {
			case 90:
				row[x] = src.Pix[(w-1-x)*src.Stride+y]
			case 180:
				row[x] = src.Pix[(h-1-y)*src.Stride+w-1-x]
			default:
				row[x] = src.Pix[x*src.Stride+h-1-y]
			}
		}
	}
	return dst
}

func negativeOf(src *image.Gray) *image.Gray {
	dst := image.NewGray(src.Rect)
	w := src.Rect.Dx()
	for y := range src.Rect.Dy() {
		row := src.Pix[y*src.Stride:][:w]
		for x, v := range row {
			dst.Pix[y*dst.Stride+x] = 255 - v
		}
	}
	return dst
}

// shrink reduces src by averaging the pixels that fall on each new one; factor is below 1.
func shrink(src *image.Gray, factor float64) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	nw, nh := max(1, int(float64(w)*factor)), max(1, int(float64(h)*factor))
	dst := image.NewGray(image.Rect(0, 0, nw, nh))
	sums := make([]uint32, w)
	for y := range nh {
		y0, y1 := y*h/nh, max((y+1)*h/nh, y*h/nh+1)
		clear(sums)
		for sy := y0; sy < y1; sy++ {
			for x, v := range src.Pix[sy*src.Stride:][:w] {
				sums[x] += uint32(v)
			}
		}
		row := dst.Pix[y*dst.Stride:][:nw]
		for x := range row {
			x0, x1 := x*w/nw, max((x+1)*w/nw, x*w/nw+1)
			var sum uint32
			for _, s := range sums[x0:x1] {
				sum += s
			}
			row[x] = byte(sum / uint32((x1-x0)*(y1-y0))) //nolint:gosec // an average of bytes
		}
	}
	return dst
}

// narrow reduces the width of src by interpolation; factor is between a half and 1.
func narrow(src *image.Gray, factor float64) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	nw := max(1, int(float64(w)*factor))
	dst := image.NewGray(image.Rect(0, 0, nw, h))
	left, share := make([]int, nw), make([]uint32, nw) // the left one of two pixels, and its share in 256ths
	for x := range nw {
		at := max((float64(x)+.5)*float64(w)/float64(nw)-.5, 0)
		left[x] = min(int(at), max(w-2, 0))
		share[x] = 256 - uint32(256*min(at-float64(left[x]), 1))
	}
	for y := range h {
		row, out := src.Pix[y*src.Stride:][:w], dst.Pix[y*dst.Stride:][:nw]
		for x, l := range left {
			out[x] = byte((uint32(row[l])*share[x] + uint32(row[min(l+1, w-1)])*(256-share[x])) >> 8) //nolint:gosec // a weighted average of bytes
		}
	}
	return dst
}

// straighten scales src by scale and rotates it about its centre so that lines sloping down by angle (radians,
// clockwise positive) become level. Whatever comes into view is white.
func straighten(src *image.Gray, scale, angle float64) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, int(float64(w)*scale), int(float64(h)*scale)))
	if angle == 0 { // most pictures are level
		scaled(dst, src, scale)
		return dst
	}
	sin, cos := math.Sincos(angle)
	cx, cy := float64(w)/2, float64(h)/2
	for y := range dst.Rect.Dy() {
		dy := (float64(y)+.5)/scale - cy
		row := dst.Pix[y*dst.Stride:][:dst.Rect.Dx()]
		for x := range row {
			dx := (float64(x)+.5)/scale - cx
			row[x] = sample(src, w, h, cx+dx*cos-dy*sin-.5, cy+dx*sin+dy*cos-.5)
		}
	}
	return dst
}

// scaled fills dst with src scaled by scale, interpolating like [sample].
func scaled(dst, src *image.Gray, scale float64) {
	across, down := blends(dst.Rect.Dx(), src.Rect.Dx(), scale), blends(dst.Rect.Dy(), src.Rect.Dy(), scale)
	for y, v := range down {
		top, bottom := src.Pix[v.from*src.Stride:][:src.Rect.Dx()], src.Pix[v.to*src.Stride:][:src.Rect.Dx()]
		row := dst.Pix[y*dst.Stride:][:len(across)]
		for x, h := range across {
			a := int(top[h.from])*(256-h.share) + int(top[h.to])*h.share
			b := int(bottom[h.from])*(256-h.share) + int(bottom[h.to])*h.share
			row[x] = byte((a*(256-v.share) + b*v.share) >> 16) //nolint:gosec // a weighted average of bytes
		}
	}
}

// blend is a mixture of two neighbouring pixels. share is that of the second, in 256ths.
type blend struct{ from, to, share int }

// blends returns the mixtures of source pixels that make up n pixels when size pixels are scaled by scale.
func blends(n, size int, scale float64) []blend {
	out := make([]blend, n)
	middle := float64(size) / 2
	for i := range out {
		at := middle + ((float64(i)+.5)/scale - middle) - .5
		from := int(math.Floor(at))
		out[i] = blend{min(max(from, 0), size-1), min(from+1, size-1), int(256 * (at - float64(from)))}
	}
	return out
}

// sample interpolates between the four pixels around x,y.
func sample(src *image.Gray, w, h int, x, y float64) byte {
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	if x0 < -1 || y0 < -1 || x0 >= w || y0 >= h {
		return 255
	}
	fx, fy := int(256*(x-float64(x0))), int(256*(y-float64(y0)))
	x1, y1 := min(x0+1, w-1), min(y0+1, h-1)
	x0, y0 = max(x0, 0), max(y0, 0)
	top, bottom := src.Pix[y0*src.Stride:], src.Pix[y1*src.Stride:]
	a := int(top[x0])*(256-fx) + int(top[x1])*fx
	b := int(bottom[x0])*(256-fx) + int(bottom[x1])*fx
	return byte((a*(256-fy) + b*fy) >> 16) //nolint:gosec // a weighted average of bytes
}
