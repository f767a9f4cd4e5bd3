package security_test

// papers have extreme paper sizes, or too many pages.
func papers() []greedyDocument {
	return []greedyDocument{
		{name: "paper of nothing", document: html("<style>@page{size:0 0}</style><p>x"), chrome: harmless, wkhtmltopdf: harmless},
		{name: "paper of less than nothing", document: html("<style>@page{size:-1mm -5mm}</style><p>x"), chrome: harmless, wkhtmltopdf: harmless},
		{name: "margins beyond the paper", document: html("<style>@page{margin:1000mm}</style><p>x"), chrome: harmless, wkhtmltopdf: harmless},
		{name: "paper of 5 pixels", document: html("<style>@page{size:5px 5px;margin:0}</style>" + times(30, "word ")), chrome: long, wkhtmltopdf: long},
		{name: "a box of a hundred metres", document: html("<div style='height:100000px'>x</div>"), chrome: long, wkhtmltopdf: long},
		{name: "a box of a thousand kilometres", document: html("<div style='height:1000000000px'>x</div>"), chrome: late, wkhtmltopdf: long},
		{name: "a box as wide", document: html("<div style='width:100000000px;background:red'>x</div>"), chrome: harmless, wkhtmltopdf: harmless},
		{name: "51 pages", document: html(times(50, "<p style='page-break-after:always'>x</p>") + "x"), chrome: long, wkhtmltopdf: long},
		{name: "60,000 pages", document: html(times(60_000, "<p style='page-break-after:always'>x</p>")), chrome: late, wkhtmltopdf: late},
	}
}
