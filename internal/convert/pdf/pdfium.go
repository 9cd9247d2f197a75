package pdf

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"time"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

const (
	wasmPage      = 64 << 10
	instanceWait  = 5 * time.Minute // compiling takes seconds, and many times that on a busy machine
	scratchBytes  = 1 << 10
	maxStringSize = 1 << 20
)

// trap is a failure inside the sandbox. Calls to PDFium panic with it, because any of them can trap at any time; the
// functions through which a job enters recover it (see rescue).
type trap struct{ err error }

// rescue turns a trap into an ordinary error. Any other panic continues.
func rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case trap:
		*err = r.err
	default:
		panic(r)
	}
}

// export is a function exported by the sandbox, with its own stack, so that a call allocates nothing.
type export struct {
	function api.Function
	stack    [12]uint64
}

func (e *export) call(args ...uint64) uint64 {
	copy(e.stack[:], args)
	if err := e.function.CallWithStack(context.Background(), e.stack[:]); err != nil {
		panic(trap{err})
	}
	return e.stack[0]
}

// runtime holds the compiled PDFium from which instances are created.
type runtime struct {
	pool  pdfium.Pool
	cache wazero.CompilationCache
	files *fileSystem
	// memoryLimit is in bytes.
	memoryLimit int64
}

// newRuntime compiles the module, or takes its code from the cache. nil means PDFium's own module.
func newRuntime(cacheDir string, memoryMiB int, module []byte) (*runtime, error) {
	cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
	if err != nil {
		return nil, fmt.Errorf("open the compile cache: %w", err)
	}
	files := &fileSystem{}
	pool, err := webassembly.Init(webassembly.Config{
		MaxTotal: 1,
		WASM:     module,
		Stdout:   io.Discard,
		Stderr:   io.Discard,
		FSConfig: wazero.NewFSConfig().WithFSMount(files, "/"),
		RuntimeConfig: wazero.NewRuntimeConfig().WithCompilationCache(cache).
			WithMemoryLimitPages(uint32(memoryMiB << 20 / wasmPage)),
	})
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	return &runtime{pool: pool, cache: cache, files: files, memoryLimit: int64(memoryMiB) << 20}, nil
}

// instance is one PDFium with its own memory. It is not safe for concurrent use.
type instance struct {
	lease   pdfium.Pdfium
	module  api.Module
	exports map[string]*export
	scratch uint64
	pages   int
	hot     hotCalls
}

// hotCalls are the functions called for every character or drawn object.
type hotCalls struct {
	unicode, textObject, looseBox, origin, generated *export
	objectType, objectBounds, pathSegments, segment  *export
	segmentPoint, segmentType, drawMode              *export
	clipPath, clipPaths, clipSegments, clipSegment   *export
}

// newInstance extracts the module from go-pdfium's implementation, whose own methods keep a map of references
// and copy a structure per character, at five times the cost of the calls themselves.
func (r *runtime) newInstance() (*instance, error) {
	lease, err := r.pool.GetInstance(instanceWait)
	if err != nil {
		return nil, fmt.Errorf("start a PDFium instance: %w", err)
	}
	field := reflect.ValueOf(lease.GetImplementation()).Elem().FieldByName("Module")
	if !field.IsValid() {
		return nil, errors.New("go-pdfium no longer exposes its module")
	}
	module, ok := reflect.TypeAssert[api.Module](field)
	if !ok {
		return nil, errors.New("go-pdfium's module has an unexpected type")
	}
	p := &instance{lease: lease, module: module, exports: map[string]*export{}}
	defer rescue(&err)
	p.scratch = p.alloc(scratchBytes)
	p.hot = hotCalls{
		unicode:      p.export("FPDFText_GetUnicode"),
		textObject:   p.export("FPDFText_GetTextObject"),
		looseBox:     p.export("FPDFText_GetLooseCharBox"),
		origin:       p.export("FPDFText_GetCharOrigin"),
		generated:    p.export("FPDFText_IsGenerated"),
		objectType:   p.export("FPDFPageObj_GetType"),
		objectBounds: p.export("FPDFPageObj_GetBounds"),
		pathSegments: p.export("FPDFPath_CountSegments"),
		segment:      p.export("FPDFPath_GetPathSegment"),
		segmentPoint: p.export("FPDFPathSegment_GetPoint"),
		segmentType:  p.export("FPDFPathSegment_GetType"),
		drawMode:     p.export("FPDFPath_GetDrawMode"),
		clipPath:     p.export("FPDFPageObj_GetClipPath"),
		clipPaths:    p.export("FPDFClipPath_CountPaths"),
		clipSegments: p.export("FPDFClipPath_CountPathSegments"),
		clipSegment:  p.export("FPDFClipPath_GetPathSegment"),
	}
	return p, err
}

// close releases the compiled code.
func (r *runtime) close() { _ = errors.Join(r.pool.Close(), r.cache.Close(context.Background())) }

// close ends the instance, whatever its state, and returns its memory to the process.
func (p *instance) close() { _ = p.lease.Close() }

func (p *instance) memory() int64 { return int64(p.module.Memory().Size()) }

func (p *instance) export(name string) *export {
	if e, ok := p.exports[name]; ok {
		return e
	}
	f := p.module.ExportedFunction(name)
	if f == nil {
		panic(trap{fmt.Errorf("PDFium does not export %s", name)})
	}
	e := &export{function: f}
	p.exports[name] = e
	return e
}

func (p *instance) call(name string, args ...uint64) uint64 { return p.export(name).call(args...) }

func (p *instance) alloc(n int) uint64 {
	ptr := uint64(uint32(p.call("malloc", uint64(n))))
	if ptr == 0 {
		panic(trap{errOutOfMemory})
	}
	return ptr
}

func (p *instance) free(ptr uint64) { p.call("free", ptr) }

// bytes returns a view of the sandbox's memory, valid until the next call.
func (p *instance) bytes(ptr uint64, n int) []byte {
	b, ok := p.module.Memory().Read(uint32(ptr), uint32(n))
	if !ok {
		panic(trap{fmt.Errorf("PDFium points outside its memory: %d+%d", ptr, n)})
	}
	return b
}

// floats reads n 32-bit floats from the scratch area.
func (p *instance) floats(out []float64) {
	b := p.bytes(p.scratch, 4*len(out))
	for i := range out {
		out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
	}
}

// doubles reads 64-bit floats from the scratch area.
func (p *instance) doubles(out []float64) {
	b := p.bytes(p.scratch, 8*len(out))
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
}

func (p *instance) words(out []uint32) {
	b := p.bytes(p.scratch, 4*len(out))
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
}

// utf16 reads a string from a function that is first called with an empty buffer to learn the size in bytes.
func (p *instance) utf16(get func(buffer, size uint64) uint64) string {
	b := p.sized(get)
	units := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		u := binary.LittleEndian.Uint16(b[i:])
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units))
}

// ascii reads a string of single bytes in the same way.
func (p *instance) ascii(get func(buffer, size uint64) uint64) string {
	b := p.sized(get)
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

func (p *instance) sized(get func(buffer, size uint64) uint64) []byte {
	size := int(int32(get(0, 0)))
	if size <= 0 || size > maxStringSize {
		return nil
	}
	ptr := p.scratch
	if size > scratchBytes {
		ptr = p.alloc(size)
		defer p.free(ptr)
	}
	get(ptr, uint64(size))
	return append([]byte(nil), p.bytes(ptr, size)...)
}

// cString copies s into the sandbox; the caller frees it.
func (p *instance) cString(s string) uint64 {
	ptr := p.alloc(len(s) + 1)
	copy(p.bytes(ptr, len(s)+1), s+"\x00")
	return ptr
}
