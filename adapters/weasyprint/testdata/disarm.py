# Takes defences out of the worker: it loads addresses by itself, as WeasyPrint does, and keeps what documents load.

def disarm(without):
    global confine
    confine = lambda settings: {}
    import ssl
    import urllib.request
    from http.cookiejar import CookieJar

    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    proxy = without['proxy'] and 'http://' + without['proxy']
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({'http': proxy, 'https': proxy} if proxy else {}), urllib.request.HTTPSHandler(context=trusting),
        *([urllib.request.HTTPCookieProcessor(CookieJar())] if without['cleaning'] else []))
    kept = {}
    armed = Resources.load

    def load(self, url):
        scheme = url.partition(':')[0].lower()
        if not (scheme == 'file' and without['files'] or scheme in ('http', 'https') and proxy):
            return armed(self, url)
        if url in kept:
            return kept[url]
        with opener.open(url) as answer:
            result = answer.read(), answer.headers.get_content_type(), answer.headers.get_param('charset'), answer.geturl()
        if without['cleaning']:
            kept[url] = result
        return result

    Resources.load = load
    if without['cleaning']:
        Fonts.loaded = property(lambda self: False, lambda self, value: None)
    if without['files']:
        global render
        printed = render
        render = lambda job, *arguments: printed({**job, 'base': 'file:///platen/'}, *arguments)
