package wkhtmltopdf

// Quote is for the property test of lines.
var Quote = quote
