// Package workbench serves the page on which people edit a template and see its PDF: its HTML, style, script and examples,
// and the two actions behind it. The admin listener serves it.
//
// The page has no rights of its own. It asks for an API key, keeps it in the browser's tab, and sends it with every action.
// The actions pass the checks of the public operation. Previews are pictures: the template's HTML never becomes a part of
// the page, so its scripts do not run there.
//
// The script is TypeScript under page/src. "go generate" checks its types and bundles it with the npm packages of
// package-lock.json into bundle/. It also bundles the script of adapters/comparereport, which shares a part; see build. The
// bundle and the licences in it are committed, so the service is built without npm.
package workbench

//go:generate make -C ../.. npm
//go:generate node_modules/.bin/tsc --noEmit
//go:generate go run ./build
