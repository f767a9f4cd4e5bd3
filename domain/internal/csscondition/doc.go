// Package csscondition evaluates the conditions of rules: media queries for a page that is printed (Media Queries 4), and
// those of @supports (CSS Conditional Rules 4). Their answers are those of a browser.
package csscondition
