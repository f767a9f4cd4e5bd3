// Package weasyprint prints documents with WeasyPrint, a layout engine for paged media in Python, without a browser: footnotes, running
// elements, named strings, cross-references with page numbers, leaders and bookmarks. It has no scripts at all.
//
// An [Engine] keeps Python processes that run worker.py, which is part of this package. A process prints one document at a time; see
// package workers for how processes are started ahead, tested and replaced. They are forks of one that has loaded WeasyPrint: see
// forkserver.go, which makes one program of all scripts: they use each other's names without imports. Documents, resources and PDFs pass
// through a socket: see pipe.go. corrections.py, flexible.py and floats.py correct what WeasyPrint does otherwise than CSS says,
// stylesheets.py adds conditions and layers, values.py calculations, variables and logical properties, colours.py the syntax of CSS Color
// 4, drawings.py applies style sheets to drawings and leaves out their mistakes, glyphs.py says what glyphs stand for, and fonts.py reduces
// fonts to those that are used.
//
// # Without network and files
//
// WeasyPrint itself would load any address, files included, and has no defence against that. Here it loads nothing: its fetcher asks this
// package for every address, which requests those of http and https through the process's egress session, and refuses all others.
// Besides, confine.py takes from the process what it does not need, in layers that each hold alone: the network (a namespace without
// devices), root's capabilities, system calls (no sockets, no programs, no other processes and no signals to them), files (nothing can be
// written outside its own folder), and unlimited memory. A layer that the system does not offer is left out, and Info().Sandbox says so.
//
// # Facts about the engine
//
// Measured with WeasyPrint 57.2 on Debian 12, and 70.0.
//
//   - Debian's python3-fonttools depends on python3-scipy or python3-munkres, neither of which it uses here. With the former, which brings
//     compilers, WeasyPrint takes 834 MB on an empty machine; with the latter, which packages.txt names, 185 MB.
//   - The fetcher is a function in 57, and an object with a method fetch since 68.
//   - A FontConfiguration knows the fonts of the documents that used it. So it is replaced after a document that loaded a font, and kept
//     otherwise: it takes 5 to 15 ms to make.
//   - 57 keeps the last 128 uses of fonts, and with each its document. Without that cache (see forget_fonts), a page takes 68 ms instead
//     of 81, and a process has 63 MB instead of 80.
//   - Looking for garbage in cycles took a sixth of the time to load it, an eighth of that of 95 pages and a fifth of that of 500, whose
//     process has 318 MB without instead of 312.
//   - Until 62 it reduces fonts by fontTools: a line of Japanese took 5.7 s, and 0.13 s by HarfBuzz; an invoice 64 ms, and 48 ms.
//   - 57 makes a context and a font description for each piece of text, and measures the cells of a table word by word, twice. Sharing the
//     former and keeping the measures of texts, a table of 95 pages takes 0.73 times as long, an invoice 0.86 times.
//   - It makes 16 boxes in the margins of each page, whether or not one has content: without them a page of little text takes 14 ms instead
//     of 19.
//   - All ids of a document are named destinations in its PDF, in a name tree (ISO 32000-1, 7.9.6).
//   - Frames are not shown.
//   - What is wider than its page is cut. So such a document is laid out again, on pages up to one and a half times as large, which are
//     painted smaller: see shrink_to_fit. The boxes of a document that fits are gone through once.
//   - 57 has no grid, aspect-ratio or nesting, and paints no controls: HTML_STYLE in worker.py does.
//   - 57 keeps columns of flexible boxes on one page, leaves out wrapped lines from the second page on, prints what is left of a divided
//     item in the place of the first, and shows no positioned boxes in flexible ones: see stack_columns, divide_rows and show_positioned.
//     It prints the tables of a row over each other, and a row in a line of text as wide as the line: see box_tables and fit_into_line.
//   - All scripts together are longer than an argument of Linux may be: see scripts.
//   - 57 lays out columns many times to find their height: columns in columns take it minutes.
//   - A page whose size is nothing, as of size: calc(-1mm) since calc() is known, is as large as its margins and its first line.
//   - Gradients of drawings whose gradientTransform turns them are cut to a part of what they fill, or not painted at all.
package weasyprint
