package mail

import (
	"bytes"
	"cmp"
	"mime"
	"slices"
	"strconv"
	"strings"

	legacy "quire/internal/convert/charset"
	"quire/internal/pattern"
)

const (
	// fieldLimit is the maximum length of a field, in bytes, and fieldsLimit the maximum number of fields of a part.
	fieldLimit  = 256 << 10
	fieldsLimit = 2000
)

// fields holds the unfolded fields of a header by their names in lower case.
type fields map[string][]string

// first returns the first occurrence of a field.
func (f fields) first(name string) string {
	if values := f[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// text returns the content of a field for readers. A field that occurs several times is a list.
func (f fields) text(name string) string {
	values := slices.Clone(f[name])
	for i, v := range values {
		values[i] = line(decodeWords(v))
	}
	return strings.Join(values, ", ")
}

// quotedName matches a name in quotation marks that readers do not need.
var quotedName = pattern.New(`"([^"\\\\,;]*)" *<`)

// people returns a list of addresses for readers.
func (f fields) people(name string) string {
	return quotedName.ReplaceAllString(f.text(name), "$1 <")
}

// splitHeader separates the fields of a part from its body. A line that is not a field is skipped if fields follow it,
// and begins the body otherwise.
func splitHeader(data []byte) (fields, []byte) {
	h := header{fields: fields{}}
	defer h.end()
	for len(data) > 0 {
		line, rest := cutLine(data)
		name, value, ok := cutField(line)
		switch {
		case len(line) == 0:
			return h.fields, rest
		case line[0] == ' ' || line[0] == '\t':
			h.fold(line)
		case ok:
			h.end()
			h.name = name
			h.value.WriteString(value)
		case !fieldFollows(rest):
			return h.fields, data
		}
		data = rest
	}
	return h.fields, nil
}

// header collects fields.
type header struct {
	fields fields
	count  int
	name   string // of the current field; "" if there is none
	value  strings.Builder
}

// fold continues the current field.
func (h *header) fold(line []byte) {
	if h.name != "" && h.value.Len() < fieldLimit {
		h.value.WriteByte(' ')
		h.value.Write(bytes.TrimLeft(line, " \t"))
	}
}

// end adds the current field.
func (h *header) end() {
	if h.name != "" && h.count < fieldsLimit {
		h.fields[h.name] = append(h.fields[h.name], h.value.String())
		h.count++
	}
	h.name = ""
	h.value.Reset()
}

func fieldFollows(data []byte) bool {
	line, _ := cutLine(data)
	_, _, ok := cutField(line)
	return ok
}

// cutLine returns the first line without its end.
func cutLine(data []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(data, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

// cutField returns the name of a field in lower case and its value.
func cutField(line []byte) (name, value string, ok bool) {
	const longestName = 128
	at := bytes.IndexByte(line[:min(len(line), longestName)], ':')
	if at < 1 {
		return "", "", false
	}
	raw := bytes.TrimRight(line[:at], " \t")
	for _, c := range raw {
		if c <= ' ' || c > '~' {
			return "", "", false
		}
	}
	return strings.ToLower(string(raw)), string(bytes.TrimSpace(line[at+1:])), len(raw) > 0
}

// encodedWord matches text of another charset in a field (RFC 2047). Some programs put spaces in it.
var encodedWord = pattern.New(`=\?([^?\s*]{1,40})(?:\*[^?\s]{1,40})?\?([bBqQ])\?([^?]*)\?=`)

// decodeWords decodes a field. Adjacent words in the same charset are decoded together, because some programs split
// characters.
func decodeWords(s string) string {
	if !strings.Contains(s, "=?") {
		return decodeRaw(s)
	}
	var out strings.Builder
	var pending []byte
	charset, end := "", 0
	flush := func() {
		out.WriteString(decodeCharset(pending, charset))
		pending, charset = nil, ""
	}
	for _, m := range encodedWord.FindAllStringSubmatchIndex(s, -1) {
		between, label := s[end:m[0]], strings.ToLower(s[m[2]:m[3]])
		adjacent := len(pending) > 0 && strings.TrimSpace(between) == ""
		if !adjacent || label != charset {
			flush()
		}
		if !adjacent {
			out.WriteString(decodeRaw(between))
		}
		charset, end = label, m[1]
		pending = append(pending, wordBytes(s[m[4]:m[5]], s[m[6]:m[7]])...)
	}
	flush()
	out.WriteString(decodeRaw(s[end:]))
	return out.String()
}

func wordBytes(encoding, text string) []byte {
	if strings.EqualFold(encoding, "b") {
		return decodeBase64([]byte(text))
	}
	return decodeQuoted([]byte(strings.ReplaceAll(text, "_", " ")), false)
}

// decodeRaw decodes text that should have been ASCII.
func decodeRaw(s string) string {
	out, _ := legacy.Decode([]byte(s))
	return out
}

// parameterLimit is the maximum number of parameters that are read of a field.
const parameterLimit = 100

// parameters splits a field such as Content-Type into its value in lower case and its parameters (RFC 2045, 2231),
// tolerating the ways in which programs write them.
func parameters(field string) (value string, params map[string]string) {
	value, rest, _ := strings.Cut(field, ";")
	pieces := map[string][]piece{}
	for range parameterLimit {
		var name, raw string
		if name, raw, rest = cutParameter(rest); name == "" {
			break
		}
		p := piece{text: raw}
		name, p.encoded = strings.CutSuffix(name, "*")
		if base, number, ok := strings.Cut(name, "*"); ok {
			name = base
			p.number, _ = strconv.Atoi(number)
		}
		pieces[name] = append(pieces[name], p)
	}
	params = map[string]string{}
	for name, list := range pieces {
		params[name] = joined(list)
	}
	value, _, _ = strings.Cut(strings.TrimSpace(strings.ToLower(value)), " ")
	return value, params
}

// piece is a parameter, or a part of one that is continued.
type piece struct {
	number  int
	encoded bool
	text    string
}

// joined returns a parameter's value from its pieces. The first of them names the charset, if any is encoded.
func joined(list []piece) string {
	slices.SortStableFunc(list, func(a, b piece) int { return cmp.Compare(a.number, b.number) })
	if len(list) == 1 && !list[0].encoded {
		return decodeWords(list[0].text)
	}
	charset := ""
	var raw []byte
	for i, p := range list {
		if !p.encoded {
			raw = append(raw, p.text...)
			continue
		}
		if parts := strings.SplitN(p.text, "'", 3); i == 0 && len(parts) == 3 {
			charset, p.text = parts[0], parts[2]
		}
		raw = append(raw, decodePercent(p.text)...)
	}
	return decodeCharset(raw, charset)
}

func decodePercent(s string) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if i+2 < len(s) && s[i] == '%' {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(v))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}

// cutParameter returns the first parameter of "; name=value; …", with its name in lower case, and what follows it.
func cutParameter(s string) (name, value, rest string) {
	s = strings.TrimLeft(s, "; \t")
	name, s, ok := strings.Cut(s, "=")
	if !ok {
		return "", "", ""
	}
	name = strings.ToLower(strings.TrimSpace(name))
	s = strings.TrimLeft(s, " \t")
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		return name, strings.TrimSpace(value), rest
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return name, b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	return name, b.String(), ""
}

// mediaType returns the media type of a part, or usual if it states none.
func mediaType(f fields, usual string) (string, map[string]string) {
	kind, params := parameters(f.first("content-type"))
	if _, _, err := mime.ParseMediaType(kind); err != nil || !strings.Contains(kind, "/") {
		kind = usual
	}
	return kind, params
}
