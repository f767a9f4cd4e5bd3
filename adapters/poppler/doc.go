// Package poppler is the ports.Rasterizer over poppler's command line tools: pdftoppm draws pages, pdftotext -bbox gives words with
// their boxes, pdffonts and pdfinfo give fonts and links. Comparisons of engines use it.
//
// The tools read the PDF from an anonymous file in memory, so that nothing is left on disk. Time, memory and output of each process
// are bounded, and it may write no file, since the PDFs may be hostile.
package poppler
