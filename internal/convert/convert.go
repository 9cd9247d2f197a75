// Package convert turns documents into pages of typed blocks.
package convert
