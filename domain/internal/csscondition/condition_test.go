package csscondition_test

import (
	"strings"
	"testing"

	"platen/domain"
	"platen/domain/csstoken"
	"platen/domain/internal/csscondition"

	"github.com/stretchr/testify/require"
)

// page is the content of A4 with margins of 10 mm: 718 by 1047 pixels.
var page = csscondition.Media{Width: 190 * domain.Millimetre, Height: 277 * domain.Millimetre}

func TestConditions(t *testing.T) {
	for condition, want := range map[string]bool{
		"@media (max-width:300px)":                                   false,
		"@media (max-width:719px)":                                   true,
		"@media (min-width:719px)":                                   false,
		"@media (min-width:50cm)":                                    false,
		"@media (width:190mm)":                                       true,
		"@media (width >= 100px)":                                    true,
		"@media (100px<=width<=200mm)":                               true,
		"@media (100px < width < 10mm)":                              false,
		"@media (200mm > width)":                                     true,
		"@media (width = 190mm)":                                     true,
		"@media (max-width:calc(100mm + 100mm))":                     true,
		"@media (min-height:1048px)":                                 false,
		"@media (device-width:190mm)":                                true,
		"@media (min-aspect-ratio:1/1)":                              false,
		"@media (max-aspect-ratio:1)":                                true,
		"@media (orientation:portrait)":                              true,
		"@media (orientation:landscape)":                             false,
		"@media (prefers-color-scheme:dark)":                         false,
		"@media (prefers-color-scheme:light)":                        true,
		"@media (prefers-reduced-motion)":                            false,
		"@media (hover)":                                             false,
		"@media (color)":                                             true,
		"@media (monochrome)":                                        false,
		"@media (min-resolution:2dppx)":                              true,
		"@media (max-resolution:96dpi)":                              false,
		"@media (scripting:none)":                                    true,
		"@media (unheard-of)":                                        false,
		"@media not (unheard-of)":                                    false,
		"@media (unheard-of) or (color)":                             true,
		"@media (unheard-of) and (color)":                            false,
		"@media (unheard-of: 1)":                                     false,
		"@media (width:10foo)":                                       false,
		"@media unheard-of(x)":                                       false,
		"@media print and (color) and (min-width:1px)":               true,
		"@media print and (min-width:50cm)":                          false,
		"@media not print and (min-width:50cm)":                      true,
		"@media not print":                                           false,
		"@media not screen":                                          true,
		"@media screen and (color)":                                  false,
		"@media only print":                                          true,
		"@media print, (max-width:1px)":                              true,
		"@media screen, (max-width:1px)":                             false,
		"@media not ((max-width:1px) or (monochrome))":               true,
		"@media ((color) and (not (monochrome)))":                    true,
		"@media (color) (color)":                                     false,
		"@media print (color)":                                       false,
		"@media ()":                                                  false,
		"@supports (no: such)":                                       false,
		"@supports not (no: such)":                                   true,
		"@supports (display:grid)":                                   true,
		"@supports (display:grid) and (no: such)":                    false,
		"@supports (display:grid) or (no: such)":                     true,
		"@supports (--a: b)":                                         true,
		"@supports (margin-inline: 1px) and (not (float-by: magic))": true,
		"@supports selector(a > b)":                                  true,
		"@supports selector(a:has(b)::before)":                       true,
		"@supports selector(a:nope)":                                 false,
		"@supports not selector(a > b)":                              false,
		"@supports selector()":                                       false,
		"@supports unheard-of(a)":                                    false,
		"@supports not unheard-of(a)":                                false,
		"@supports font-format(woff2) and font-tech(color-COLRv1)":   true,
		"@supports font-format(x)":                                   false,
		"@supports display:grid":                                     false,
		"@supports":                                                  false,
		"@supports (display:grid) x":                                 false,
		"@media " + strings.Repeat("(", 5000):                        false,
		"@media " + strings.Repeat("not ", 400) + "(color)":          false,
		"@supports " + strings.Repeat("(", 400) + "a:b":              false,
	} {
		rule, condition, _ := strings.Cut(condition, " ")
		holds := page.Applies
		if rule == "@supports" {
			holds = csscondition.Supports
		}
		require.Equal(t, want, holds(csstoken.Read(condition)), "%s %.80s", rule, condition)
	}
}
