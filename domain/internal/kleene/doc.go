// Package kleene is the logic of conditions that may be unknown: Kleene's three-valued logic, as conditional rules of CSS
// use it (Media Queries 4, section 3.1). A rule applies only if its condition is true.
package kleene
