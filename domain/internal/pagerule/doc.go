// Package pagerule reads the @page rules of style sheets, and tells which declaration wins on a page (CSS Paged Media 3,
// CSS Cascade 5). The grammar is that of CSS Syntax 3. The order of the cascade is that of Chromium.
package pagerule
