// Package numeral writes the numbers of lists as Office documents count them.
package numeral

import (
	"strconv"
	"strings"
)

// Write writes n in a number format (ECMA-376 part 1, 17.18.59). Unknown formats are written in digits.
func Write(n int, format string) string {
	switch format {
	case "none", "bullet":
		return ""
	case "upperRoman":
		return roman(n)
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperLetter":
		return letters(n, []rune("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	case "lowerLetter":
		return letters(n, []rune("abcdefghijklmnopqrstuvwxyz"))
	case "russianUpper":
		return letters(n, []rune("АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"))
	case "russianLower":
		return letters(n, []rune("абвгдежзиклмнопрстуфхцчшщыэюя"))
	case "decimalZero":
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "ordinal":
		return strconv.Itoa(n) + ordinalSuffix(n)
	case "numberInDash":
		return "- " + strconv.Itoa(n) + " -"
	case "decimalEnclosedParen":
		return "(" + strconv.Itoa(n) + ")"
	case "decimalEnclosedFullstop":
		return strconv.Itoa(n) + "."
	case "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
		if n >= 1 && n <= 20 {
			return string(rune('①' + n - 1))
		}
	case "chineseCounting", "chineseCountingThousand", "japaneseCounting", "ideographDigital", "taiwaneseCounting", "taiwaneseCountingThousand", "japaneseDigitalTenThousand":
		return ideographs(n)
	case "ideographTraditional":
		return letters(n, []rune("甲乙丙丁戊己庚辛壬癸"))
	case "aiueo", "aiueoFullWidth":
		return letters(n, []rune("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"))
	case "ganada":
		return letters(n, []rune("가나다라마바사아자차카타파하"))
	}
	return strconv.Itoa(n)
}

func roman(n int) string {
	if n <= 0 || n >= 4000 {
		return strconv.Itoa(n)
	}
	var s strings.Builder
	for _, d := range [...]struct {
		value int
		text  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.value; n -= d.value {
			s.WriteString(d.text)
		}
	}
	return s.String()
}

// letters counts A to Z, then AA, BB and so on, as Office does.
func letters(n int, alphabet []rune) string {
	if n <= 0 || n > 100*len(alphabet) {
		return strconv.Itoa(n)
	}
	n--
	return strings.Repeat(string(alphabet[n%len(alphabet)]), n/len(alphabet)+1)
}

func ordinalSuffix(n int) string {
	if n%100 >= 11 && n%100 <= 13 {
		return "th"
	}
	switch n % 10 {
	case 1:
		return "st"
	case 2:
		return "nd"
	case 3:
		return "rd"
	}
	return "th"
}

// ideographs counts in Chinese characters up to 99.
func ideographs(n int) string {
	digits := []rune("〇一二三四五六七八九")
	if n < 0 || n > 99 {
		return strconv.Itoa(n)
	}
	var s strings.Builder
	if n >= 20 {
		s.WriteRune(digits[n/10])
	}
	if n >= 10 {
		s.WriteRune('十')
	}
	if n%10 != 0 || n == 0 {
		s.WriteRune(digits[n%10])
	}
	return s.String()
}
