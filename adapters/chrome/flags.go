package chrome

// scriptsFlag switches scripts off; every tab does so again. It also switches lazy loading off, since images that are off the screen are
// printed too, and the controls of media, whose pictures arrive at any time: documents with them differed from print to print.
const scriptsFlag = "--blink-settings=scriptEnabled=false,lazyLoadEnabled=false,mediaControlsEnabled=false"

// flags is the browser's command line. rod's launcher is not used, since it adds --no-sandbox in containers.
func (c Config) flags(dataDir, spkiHash string) []string {
	flags := []string{
		"--headless",
		"--remote-debugging-pipe",
		"--user-data-dir=" + dataDir,
		"--no-first-run",
		"--no-startup-window",
		"--disable-gpu",
		"--disable-dev-shm-usage", // containers give 64 MB of it
		"--disable-breakpad",
		"--disable-crash-reporter",
		"--disable-extensions",
		"--disable-sync",
		"--disable-component-update",
		"--disable-default-apps",
		"--disable-domain-reliability",
		"--disable-client-side-phishing-detection",
		"--disable-hang-monitor",
		"--metrics-recording-only",
		"--password-store=basic",
		"--use-mock-keychain",
		"--mute-audio",
		// All frames of a document share the process of its tab, so that their memory is counted and their crash is noticed.
		// The isolation of sites protects from scripts, which never run, and every tab has a process of its own.
		"--disable-site-isolation-trials",
		"--hide-scrollbars",
		"--force-color-profile=srgb",
		"--font-render-hinting=none", // hinting fits letters to pixels, which moves them on paper

		// Background tabs print as fast as the one in front.
		"--disable-background-timer-throttling",
		"--disable-backgrounding-occluded-windows",
		"--disable-renderer-backgrounding",
		"--disable-ipc-flooding-protection",

		// There is no screen. Drawing one on a thread of its own took 3.7 of the 8.5 ms of processor time of a page.
		"--disable-threaded-compositing",

		scriptsFlag,
		"--no-pings",

		// A tab's egress session is its only way to the network. A context without one reaches no server.
		"--proxy-server=http://127.0.0.1:9",
		"--proxy-bypass-list=<-loopback>",
		"--ignore-certificate-errors-spki-list=" + spkiHash,
		"--disable-background-networking",
		"--disable-quic",
		"--dns-prefetch-disable",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		// With RenderDocument, a reset to about:blank makes a new frame, which takes three times as long.
		"--disable-features=RenderDocument,Translate,MediaRouter,OptimizationHints,AutofillServerCommunication," +
			"InterestFeedContentSuggestions,NetworkPrediction,SpeculationRules,PrefetchProxy,DnsOverHttps," +
			"AsyncDns,Prerender2,WebBluetooth,PermissionElement,GeolocationElement,UserMediaElement,CertificateTransparencyComponentUpdater,SpareRendererForSitePerProcess",
	}
	if !c.sandboxed() {
		flags = append(flags, "--no-sandbox")
	}
	return flags
}
