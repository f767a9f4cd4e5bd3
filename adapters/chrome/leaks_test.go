package chrome_test

// leaks are ways in which one document might be seen by the next in the same tab. Those that say so were seen to
// leak where tabs were not cleaned.
var leaks = []struct {
	name          string
	first, second string
	leaks         bool
}{
	// Policies.
	{"policy against styles", meta("http-equiv=Content-Security-Policy content=\"style-src 'none'\""), styled, true},
	{"policy against images", meta("http-equiv=Content-Security-Policy content=\"img-src 'none'\""), picture("/colour.png"), true},
	{"policy that upgrades addresses", meta(`http-equiv=Content-Security-Policy content=upgrade-insecure-requests`),
		`<img width=99 height=99 alt=I src="http://site.test/colour.png">`, true},
	{"referrer policy", meta(`name=referrer content=unsafe-url`), picture("/referrer.png"), false},
	{"origin trial", meta(`http-equiv=origin-trial content=AAAA`), styled, false},

	// The way of the document.
	{"refresh to another page", meta(`http-equiv=refresh content="0;url=http://elsewhere.localhost/"`), picture("/slow.png"), false},
	{"refresh to a blank page", meta(`http-equiv=refresh content="1;url=about:blank"`), picture("/slow.png?1.5s"), true},
	{"target", meta(`http-equiv=refresh content="0;url=#t"`) + picture("/slow.png"), `<style>:target{color:red}</style><p id=t>T`, false},
	{"history", meta(`http-equiv=refresh content="0;url=http://site.localhost/visited"`) + picture("/slow.png"),
		`<style>:visited{color:red}</style><a href="http://site.localhost/visited">V</a>`, false},

	// Settings of the document.
	{"preferred styles", meta(`http-equiv=default-style content=b`),
		`<style title=a>p{color:red}</style><style title=b>p{color:blue}</style><p>S`, true},
	{"titled style", `<style title=b>p{color:red}</style><p>S`,
		`<style title=a>p{color:red}</style><style title=b>p{color:blue}</style><p>S`, true},
	{"titled stylesheet", `<link rel=stylesheet title=b href="data:text/css,p{color:red}"><p>S`,
		`<style title=a>p{color:red}</style><style title=b>p{color:blue}</style><p>S`, true},
	{"colour scheme", meta(`name=color-scheme content=dark`), `<p style="color:CanvasText;background:Canvas">C<input value=I>`, true},
	{"colour scheme of the root", `<style>:root{color-scheme:dark}</style>`, `<p style="color:CanvasText;background:Canvas">C<input value=I>`, false},
	{"language", meta(`http-equiv=content-language content=tr`), `<p style="text-transform:uppercase">iii`, true},
	{"language of the root", `<html lang=tr dir=rtl><p>L`, `<p style="text-transform:uppercase">iii`, false},
	{"character set", meta(`charset=windows-1251`), `<a href="http://site.localhost/?q=ж">Q</a>`, false},
	{"declared type", meta(`http-equiv=content-type content="text/html; charset=windows-1251"`), `<a href="http://site.localhost/?q=ж">Q</a>`, false},
	{"compatibility mode", meta(`http-equiv=x-ua-compatible content=IE=7`), styled, false},
	{"quirks mode", `<p>no doctype`, `<!doctype html><table style="font-size:30px"><tr><td>T</table><div style="width:100">W</div>`, false},
	{"standards mode", `<!doctype html><p>doctype`, `<table style="font-size:30px"><tr><td>T</table><div style="width:100">W</div>`, false},
	{"viewport", meta(`name=viewport content="width=300, initial-scale=3"`), `<div style="width:50vw;height:50vh;background:red">V</div>`, false},
	{"text scale", meta(`name=text-scale content=scale`), styled, false},
	{"base", `<base href="http://elsewhere.localhost/deep/">`, `<a href=x>A</a><a href="#y">B</a>`, false},
	{"title", `<title>First</title>`, `<p>no title`, false},
	{"theme colour", meta(`name=theme-color content=red`), styled, false},

	// Styles.
	{"page rules", `<style>@page{size:A3 landscape;margin:50mm} @page:first{margin-top:90mm} @page x{size:A6}</style><p>P`,
		`<p style="page:x">P`, false},
	{"margin boxes", `<style>@page{@top-center{content:"secret"}}</style><p>M`, `<p>M`, false},
	{"zoom", `<html style="zoom:3"><body style="zoom:2">Z`, `<p>Z`, false},
	{"text size", `<html style="font-size:60px;-webkit-text-size-adjust:300%"><p>T`, `<p style="font-size:2rem">T`, false},
	{"web font", `<style>@font-face{font-family:Own;src:local("DejaVu Sans Mono")}</style><p style="font-family:Own">F`,
		`<p style="font-family:Own,serif">F`, false},
	{"registered property", `<style>@property --own{syntax:"<color>";inherits:true;initial-value:red}</style><p style="color:var(--own)">P`,
		`<p style="color:var(--own,blue)">P`, false},
	{"counter style", `<style>@counter-style own{system:cyclic;symbols:"X"}</style><ol style="list-style:own"><li>C</ol>`,
		`<ol style="list-style:own"><li>C</ol>`, false},
	{"key frames", `<style>@keyframes own{to,from{margin-left:9cm}} p{animation:own 1s infinite}</style><p>K`,
		`<style>p{animation:own 1s infinite}</style><p>K`, false},
	{"layers", `<style>@layer b,a; @layer a{p{color:red}} @layer b{p{color:blue}}</style><p>L`,
		`<style>@layer a{p{color:red}} @layer b{p{color:blue}}</style><p>L`, false},
	{"view transition", `<style>@view-transition{navigation:auto} ::view-transition{background:red} p{view-transition-name:own}</style><p>V`,
		`<p style="view-transition-name:own">V`, false},
	{"counters", `<style>p{counter-increment:own}</style><p>1<p>2<p>3`, `<style>p::before{counter-increment:own;content:counter(own)}</style><p>C`, false},
	{"quotation marks", `<q>open<q>open`, `<q>Q</q>`, false},
	{"animation", `<style>@keyframes own{from{color:red}to{color:blue}} p{animation:own 9s}</style><p>A`, styled, false},

	// Elements.
	{"colour of links", `<body link=lime vlink=lime alink=lime>B`, `<a href="http://site.localhost/">B</a>`, true},
	{"colour of text", `<body text=red>B`, `<table><tr><td>T</table>`, false},
	{"attributes of the body", `<body bgcolor=red topmargin=99 style="transform:rotate(9deg)">B`, `<p>B`, false},
	{"element by its id", `<svg><linearGradient id=own><stop stop-color=red /></linearGradient></svg>`,
		`<svg><rect width=99 height=99 fill="url(#own) blue"/></svg>`, false},
	{"scroll position", `<div style="height:9000px"></div><input autofocus>`, `<p style="position:fixed;top:0">S`, false},
	{"open group of details", `<details open name=own><summary>A</summary>x</details>`, `<details open name=own><summary>B</summary>y</details>`, false},
	{"shadow of the body", `<body><template shadowrootmode=open><b>shadow</b></template>`, `<body>light`, false},
	{"unfinished comment", `<p>C<!-- never ended`, `<p>C`, false},
	{"unfinished text", `<textarea>never ended`, `<p>T`, false},
	{"plain text", `<plaintext>never ended`, `<p>T`, false},
	{"timer of a picture", `<svg><rect width=99 height=99><set attributeName=fill to=red begin=0s /></rect></svg>`,
		`<svg><rect width=99 height=99 fill=blue><set attributeName=fill to=red begin=60s /></rect></svg>`, false},

	// Frames.
	{"named frame", `<iframe name=own srcdoc="<p>inside"></iframe>`, `<a target=own href="http://site.localhost/">N</a>`, false},
	{"frame that refreshes", `<iframe srcdoc='<meta http-equiv=refresh content="0;url=about:blank">'></iframe>`, `<iframe srcdoc="<p>inside"></iframe>`, false},
	{"frame set", `<frameset cols="50%,50%"><frame src="about:blank"><frame src="about:blank"></frameset>`, `<p>F`, false},
	{"object", `<object data="data:text/html,<p>O" type=text/html></object>`, `<p>O`, false},

	// The network.
	{"cached picture", picture("/colour.png"), picture("/colour.png"), true},
	{"cached style", `<link rel=stylesheet href="http://site.localhost/style.css"><p>S`, `<link rel=stylesheet href="http://site.localhost/style.css"><p>S`, true},
	{"cookie", picture("/cookie.png?1"), picture("/cookie.png?2"), true},
	{"preloaded picture", `<link rel=preload as=image href="http://site.localhost/colour.png">` + picture("/slow.png"), picture("/colour.png"), true},
	{"prefetched picture", `<link rel=prefetch href="http://site.localhost/colour.png">` + picture("/slow.png"), picture("/colour.png"), true},
	{"early connection", `<link rel=preconnect href="http://site.localhost">`, picture("/colour.png"), false},
	{"picture that never came", `<img src="http://site.localhost/broken.png">`, picture("/colour.png"), false},
}

func meta(attributes string) string {
	return "<!doctype html><html><head><meta " + attributes + "></head><body><p>M</body>"
}

func picture(path string) string {
	return `<!doctype html><img width=99 height=99 alt=I src="http://site.localhost` + path + `">`
}

const styled = `<!doctype html><style>p{color:red;font-size:40px}</style><p style="margin-left:3cm">S`
