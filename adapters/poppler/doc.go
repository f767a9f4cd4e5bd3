// Package poppler is the ports.Rasterizer over poppler's command line tools: pdftoppm draws pages, pdftotext -bbox
// tells words with their boxes, pdffonts and pdfinfo tell fonts and links. Comparisons of engines use it.
//
// The tools get the PDF as an anonymous file in memory, so nothing is left on disk. Each process has bounds on its
// time, its memory and its output, and may write no file: PDFs of any origin are read, hostile ones too.
package poppler
