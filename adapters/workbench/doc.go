// Package workbench is the page on which people edit a template and see what becomes of it: its HTML, style, script and
// examples, and the two actions behind it. The admin listener serves it.
//
// The page is no way around anything: it asks for an API key, which it keeps in the browser's tab, and sends it with every
// action; the actions are reached through the checks of the public operation. Previews are pictures. The template's HTML
// never becomes a part of the page, so nothing of it runs there.
//
// The script is TypeScript under page/src. "go generate" checks its types and bundles it with the npm packages of
// package-lock.json into bundle/, and the script of adapters/comparereport, which shares a part; see build. The bundle and the licences in it are committed, so building the service needs
// no npm.
package workbench

//go:generate make -C ../.. npm
//go:generate node_modules/.bin/tsc --noEmit
//go:generate go run ./build
