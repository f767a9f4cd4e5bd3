package main

import (
	"fmt"
	"os"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"
)

func main() {
	l := launcher.New().Bin("/usr/bin/chromium-headless-shell").Leakless(false).NoSandbox(true).Set("blink-settings", "scriptEnabled=false,lazyLoadEnabled=false").Set("proxy-server","http://127.0.0.1:9").Set("proxy-bypass-list","<-loopback>")
	u := l.MustLaunch()
	defer l.Kill()
	b := rod.New().NoDefaultDevice().ControlURL(u).MustConnect()
	page := b.MustPage("about:blank")
	proto.EmulationSetScriptExecutionDisabled{Value: true}.Call(page)
	proto.LogEnable{}.Call(page)
	proto.NetworkEnable{}.Call(page)
	proto.AuditsEnable{}.Call(page)
	go page.EachEvent(func(e *proto.NetworkRequestWillBeSent) {
		fmt.Println("  send", e.RequestID, cut(e.Request.URL), e.Type)
	}, func(e *proto.NetworkLoadingFailed) {
		fmt.Println("  fail", e.RequestID, e.ErrorText, e.BlockedReason, e.Canceled, e.Type)
	}, func(e *proto.NetworkLoadingFinished) {
		fmt.Println("  done", e.RequestID)
	}, func(e *proto.LogEntryAdded) {
		fmt.Println("  log", e.Entry.Source, e.Entry.Text, cut(e.Entry.URL))
	}, func(e *proto.AuditsIssueAdded) {
		fmt.Printf("  issue %s\n", e.Issue.Code)
	})()
	docs := []string{
		`<img src="http://user:pw@10.0.0.9/b.png">x`,
		`<link rel=stylesheet href="http://user:pw@10.0.0.9/b.css">x`,
		`<p style="background:url(http://user:pw@10.0.0.9/b.png)">x`,
		`<iframe src="http://user:pw@10.0.0.9/b.html"></iframe>x`,
		`<object data="http://user:pw@10.0.0.9/b.html"></object>x`,
		`<svg><image href="http://user:pw@10.0.0.9/b.png"/><use href="http://user:pw@10.0.0.9/b.svg#a"/></svg>x`,
		`<style>@font-face{font-family:a;src:url(http://user:pw@10.0.0.9/b.woff)}</style><p style="font-family:a">x`,
		`<base href="http://relative.invalid/"><img src="logo.png"><img src="../logo.png">x`,
		`<img src="http://127.0.0.1:22/x"><iframe src="http://127.0.0.1:22/y"></iframe>`,
		`<img src="file:///etc/hostname"><iframe src="file:///etc/hostname"></iframe><p style="background:url(file:///x)">`,
		`<img src="cid:logo"><img src="ftp://x/y.png"><iframe src="cid:a"></iframe>`,
		`<img src="data:image/png;base64,AAAA">`,
		`<img src="data:image/png;base64,%%%"><img src="data:image/png">`,
		`<p style="background:url(data:image/png;base64,AAAA)">x`,
		`<p style="background:url(data:image/png;base64,@@@)">x`,
		`<video controls width=100></video>`,
		`<object data="data:video/mp4,x"></object>`,
		`<video src="http://relative.invalid/x.mp4" poster="http://u:p@relative.invalid/x.png"></video>`,
		`<iframe src="javascript:1"></iframe><img src="javascript:1"><img src="blob:x"><img src="about:blank"><img src="">`,
		`<style>@import "http://u:p@10.0.0.9/";</style><input type=image src="http://u:p@10.0.0.9/"><body background="http://u:p@10.0.0.9/"><embed src="http://u:p@10.0.0.9/"><link rel=icon href="http://u:p@10.0.0.9/i">`,
		`<iframe srcdoc="<img src='http://u:p@10.0.0.9/'>"></iframe>`,
	}
	if len(os.Args) > 1 { docs = os.Args[1:] }
	for _, d := range docs {
		fmt.Println(d)
		proto.PageSetDocumentContent{FrameID: page.FrameID, HTML: d}.Call(page)
		time.Sleep(300 * time.Millisecond)
		w, err := proto.PageCreateIsolatedWorld{FrameID: page.FrameID, WorldName: "p"}.Call(page)
		if err != nil { fmt.Println("world", err); continue }
		r, err := proto.RuntimeEvaluate{ContextID: w.ExecutionContextID, ReturnByValue: true, AwaitPromise: true, Expression: `document.fonts.ready.then(()=>[...document.images].map(i=>[i.complete,i.naturalWidth,i.src.slice(0,60)].join(" ")).join("; "))`}.Call(page)
		if err != nil { fmt.Println("eval", err); continue }
		fmt.Println("  world", w.ExecutionContextID, r.Result.Value, r.ExceptionDetails)
	}
}
func cut(s string) string { if len(s) > 80 { return s[:80] }; return s }
