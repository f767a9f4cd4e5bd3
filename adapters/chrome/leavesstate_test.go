package chrome_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"platen/adapters/chrome"
)

func TestLeavesState(t *testing.T) {
	for document, want := range map[string]bool{
		"<!doctype html><html lang=de><head><meta charset=utf-8><title>Rechnung</title><style>p{}</style></head><body><p>x": false,
		`<meta name="viewport" content="width=device-width, initial-scale=1">`:                                              false,
		`<META NAME=Description CONTENT="a > b"><meta name=author content="">`:                                              false,
		`<meta http-equiv="Content-Type" content="text/html; charset=utf-8">`:                                               false,
		`<meta http-equiv=X-UA-Compatible content="IE=edge">`:                                                               false,
		`<meta property="og:title" content=x><meta name="og:image" content=y><meta name="platen:standards" content=ua-1>`:   false,
		`<img src="data:image/png;base64,AAAA"><a href="https://example.com/">x</a>`:                                        false,
		`<p title="a style"><span title=x>object frame &lt;iframe&gt;`:                                                      false,
		`<link rel="Shortcut Icon" href=x><link rel=stylesheet href=x>`:                                                     false,
		`<link rel=icon href="data:,">`:                                                                                     false,
		`<body class=a id=b style="color:red"><p link=a>`:                                                                   false,
		`<style media=print>p{}</style>`:                                                                                    false,
		`<body class=a text=red bgcolor=blue data-link=x><p link>`:                                                          false,
		`<metadata name=color-scheme>`:                                                                                      false,
		`<svg><title>x</title><path d=""/></svg>`:                                                                           false,

		`<body vlink=lime>`: true,
		`<body class=a
 LINK="red">`: true,
		`<meta http-equiv=refresh content=5>`:                      true,
		`<meta http-equiv=content-security-policy content="">`:     true,
		`<meta http-equiv=default-style content=A>`:                true,
		`<meta http-equiv=content-language content=zh>`:            true,
		`<meta http-equiv=unheard-of>`:                             true,
		`<meta http-equiv="content-type&#58;">`:                    true,
		`<meta name=color-scheme content=dark>`:                    true,
		`<meta name=theme-color content=red>`:                      true,
		`<meta name=referrer content=no-referrer>`:                 true,
		`<meta name="unheard of">`:                                 true,
		`<!-- <meta name=referrer> -->`:                            true,
		`<style title=A>p{}</style>`:                               true,
		`<style media=print TITLE="A">p{}</style>`:                 true,
		`<link rel=stylesheet title=A href="data:text/css,">`:      true,
		`<svg><style type="text/css" title=A>`:                     true,
		`<link rel="Prefetch" href=x>`:                             true,
		`<link href=x as=fetch REL=preload>`:                       true,
		`<link rel="stylesheet preload" href=x>`:                   true,
		`<link rel="pre&#102;etch" href=x>`:                        true,
		`<body link=red>`:                                          true,
		`<p><BODY class=x VLink="red">`:                            true,
		`<iframe src="data:,"></iframe>`:                           true,
		`<IFRAME>`:                                                 true,
		`<frameset cols=50%>`:                                      true,
		`<frame src=x>`:                                            true,
		`<object data="data:,">`:                                   true,
		`<embed/>`:                                                 true,
		`<svg><style><a title="</style>"><meta name=color-scheme>`: true,
		`<textarea><iframe ></textarea>`:                           true,
		strings.Repeat("<meta a='", 10_000):                        true, // too much to be read
	} {
		require.Equal(t, want, chrome.LeavesState(document), document)
	}
}
