// Package chrome prints sheets with headless Chrome, driven over the DevTools protocol with rod.
//
// One browser is kept running, and replaced when it dies or stands still. In it, tabs are opened ahead, each
// in a browser context, with a renderer process and an exit to the network of its own. A [Renderer] takes a
// tab, prints, and gives it back; a place of the pool looks after its tab from then on: it sends the tab
// through about:blank when the document could have left something behind, and replaces it after an error, a
// deadline or some hundreds of documents. All of that happens behind the answer, never while a client waits.
//
// The browser is spoken to over a pipe, not a port: nobody else on the machine can reach it, and it ends
// itself when the service is gone, however that happened.
//
// The composition root makes a Renderer; nobody else should need this package.
package chrome
