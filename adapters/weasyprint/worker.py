"""Prints documents with WeasyPrint, in workers that are forks of this process and print one after the other.

To and from a worker, a message is two lengths of four bytes, a header in JSON and a body. The worker confines itself, says that it is
ready, and answers each document with a PDF or a failure. In between it asks for every resource of the document: it opens no connection
itself.
"""
import gc
import json
import os
import re
import resource
import signal
import socket
import struct
import sys
import tempfile
import threading
import urllib.parse

sys.path[:] = [folder for folder in sys.path if folder]  # never the working folder

from email.message import Message
from urllib.request import DataHandler, Request, url2pathname

import PIL.Image
import tinycss2.ast
import weasyprint
from weasyprint.text.fonts import FontConfiguration


@correct(urllib.parse, 'urlsplit')
@correct(weasyprint.urls, 'urlsplit')
def never_fail(urlsplit, url, scheme='', allow_fragments=True):
    """Takes an address that cannot be parsed, such as http://[, for a path, which the service refuses: WeasyPrint fails on most of them."""
    try:
        return urlsplit(url, scheme, allow_fragments)
    except ValueError:
        return urllib.parse.SplitResult(scheme, '', url, '', '')


STACK = 512 << 20
DEPTH = 50_000  # calls; WeasyPrint needs about twelve for each element that is nested
ROOM = 1 << 17  # values, of eight bytes, for the calls that one thread is in


class Pipe:
    """The messages to and from the service."""

    def __init__(self, connection):
        self.incoming, self.outgoing = connection.makefile('rb'), connection.makefile('wb')

    def send(self, header, body=b''):
        header = json.dumps(header).encode()
        self.outgoing.write(struct.pack('>II', len(header), len(body)) + header)
        self.outgoing.write(body)
        self.outgoing.flush()

    def receive(self):
        lengths = self.incoming.read(8)
        if len(lengths) < 8:
            os._exit(0)  # the service has closed the pipe
        header, body = struct.unpack('>II', lengths)
        return json.loads(self.incoming.read(header)), self.incoming.read(body)


class Resources:
    """Loads resources: data: addresses are decoded here, all others are the service's to load or refuse."""

    sheet = None  # the address of the style sheet that is read
    font = None  # the addresses in the @font-face rule that is read, in which WeasyPrint loads installed fonts by those of their files

    def __init__(self, pipe):
        self.pipe = pipe

    def load(self, url):
        """Returns content, type, charset and final address."""
        if url[:5].lower() == 'data:':
            kind, comma, content = url.partition(',')
            answer = DataHandler().data_open(Request(kind.lower() + comma + content))
            return answer.read(), answer.headers.get_content_type(), answer.headers.get_param('charset'), url
        if not url:
            raise OSError('no address')
        if self.font is not None and url not in self.font:
            with open(url2pathname(urllib.parse.urlsplit(url).path), 'rb') as installed:
                return installed.read(), 'font/ttf', None, url
        self.pipe.send({'fetch': url, 'sheet': url == self.sheet})
        answer, content = self.pipe.receive()
        if answer.get('error'):
            raise OSError(answer['error'])
        headers = Message()
        headers['Content-Type'] = answer['type'] or 'text/css'  # as browsers take a style sheet without a type
        return content, headers.get_content_type(), headers.get_param('charset'), answer['url']

    def report(self, url, **properties):
        """Tells the service of a resource that is not shown."""
        self.pipe.send({'fetch': url, **properties})
        self.pipe.receive()


if hasattr(weasyprint.urls, 'URLFetcher'):  # since 68
    class Fetcher(Resources, weasyprint.urls.URLFetcher):
        def __init__(self, pipe):
            weasyprint.urls.URLFetcher.__init__(self)
            Resources.__init__(self, pipe)

        def fetch(self, url, headers=None):
            content, kind, charset, final = self.load(url)
            return weasyprint.urls.URLFetcherResponse(
                final, content, {'Content-Type': f'{kind}; charset="{charset}"' if charset else kind})
else:
    class Fetcher(Resources):
        def __call__(self, url, timeout=None, ssl_context=None):
            content, kind, charset, final = self.load(url)
            return {'string': content, 'mime_type': kind, 'encoding': charset, 'redirected_url': final}


class Sheet(weasyprint.CSS):
    """A style sheet, whose address is asked for as one."""

    def __init__(self, *args, **named):
        if fetcher := named.get('url_fetcher'):
            fetcher.sheet = named.get('url')
        super().__init__(*args, **named)


weasyprint.css.CSS = Sheet


class Fonts(FontConfiguration):
    """The fonts of the machine, and those that a document loads."""

    loaded = False  # a document has loaded some

    def add_font_face(self, rule_descriptors, url_fetcher):
        self.loaded = True
        url_fetcher.font = [url for kind, url in rule_descriptors['src'] if kind == 'external']
        try:
            super().add_font_face(rule_descriptors, url_fetcher)
        finally:
            url_fetcher.font = None


def run():
    """Forks a worker for each of the service's messages: settings in JSON, with the worker's connection and a file that nobody writes to,
    by whose end the service learns of the worker's. The answer is the worker's number, in four bytes."""
    service = socket.socket(fileno=os.dup(0))
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the workers
    render(EMPTY, '<p>x', None, Fonts())  # what a first page loads, the workers have
    gc.freeze()
    while True:
        settings, files, *_ = socket.recv_fds(service, 1 << 16, 2)
        if not settings:
            os._exit(0)  # the service has closed the connection
        number = os.fork()
        if not number:
            service.close()
            work(json.loads(settings), Pipe(socket.socket(fileno=files[0])))
            os._exit(0)
        for file in files:
            os.close(file)
        service.sendall(struct.pack('>I', number))


EMPTY = {'width': 1, 'height': 1, 'base': 'about:blank', 'style': '', 'box': ''}


def work(settings, pipe):
    os.chdir(settings['folder'])
    tempfile.tempdir = settings['folder']
    fetcher, fonts = Fetcher(pipe), Fonts()
    pipe.send({'version': weasyprint.__version__, 'unconfined': confine(settings)})
    threading.stack_size(STACK)
    # Python 3.11 keeps the calls of a thread in blocks of 16 KB (push_chunk in Python/pystate.c). A call in a loop that is the first of a
    # block asks the kernel for that block each time: a third of a page's time. As the first function seems to need more, there is one
    # large block.
    serve.__code__ = serve.__code__.replace(co_stacksize=ROOM)
    thread = threading.Thread(target=serve, args=(pipe, fetcher, fonts))
    thread.start()
    thread.join()


def serve(pipe, fetcher, fonts):
    sys.setrecursionlimit(DEPTH)
    most, last = resident() + GROWTH, False
    while not last:
        job, html = pipe.receive()
        try:
            result = render(job, html.decode(), fetcher, fonts)
        except MemoryError:
            result = {'failure': 'memory'}, b''
        except RecursionError:
            result = {'failure': 'depth'}, b''
        except Exception:
            result = {'failure': 'other', 'cause': cause()}, b''
        forget_fonts()
        header, pdf = result
        last = resident() >= most or header.get('failure') == 'memory'
        pipe.send({**header, 'last': last}, pdf)
        result = pdf = None
        if not last:
            gc.collect()  # here no document waits for it
        if fonts.loaded:
            fonts = Fonts()


# A worker that has grown by so many bytes prints no other document: another one is there before its garbage is collected.
GROWTH = 64 << 20


def resident():
    """The memory of this process without the files that it maps, in bytes; 0 where the kernel does not say."""
    try:
        with open('/proc/self/statm') as pages:
            _, whole, files, *_ = pages.read().split()
            return (int(whole) - int(files)) * resource.getpagesize()
    except OSError:
        return 0


def forget_fonts():
    """Empties a cache of WeasyPrint's, which keeps the fonts of the last documents, and with them the documents."""
    cached = weasyprint.pdf.stream.Stream.add_font
    if hasattr(cached, 'cache_clear'):  # until 61
        cached.cache_clear()


def cause():
    """The exception that is being handled, for the log: what it is and where, without the values of the document."""
    import traceback
    kind, _, where = sys.exc_info()
    frame = traceback.extract_tb(where)[-1]
    return f'{kind.__name__} in {frame.name}, {os.path.basename(frame.filename)}:{frame.lineno}'


def render(job, html, fetcher, fonts):
    window.update(width=job['width'], height=job['height'])
    document = weasyprint.HTML(string=html.lstrip('\ufeff'), base_url=job['base'], url_fetcher=fetcher)
    select_style_sheets(document.etree_element)
    ignore_case(document.etree_element)
    share_parts(document.etree_element)
    inherit_paint(document.etree_element)
    give_images_their_content(document.etree_element)
    choose_sources(document.etree_element)
    report_frames(document, fetcher)
    sheets = [HTML_SHEET, weasyprint.CSS(string=job['style'], url_fetcher=fetcher, font_config=fonts)]
    if PARSER.mode == 'quirks':
        sheets.append(QUIRKS_SHEET)
        mark_quirks(document.etree_element)
    printed = document.render(stylesheets=sheets, presentational_hints=True, font_config=fonts)
    for page in printed.pages:
        if job['box']:
            box = page._page_box
            left, top = box.content_box_x(), box.content_box_y()
            page.links.append(('external', job['box'], (left, top, left + box.width, top + box.height), box))
    pdf = printed.write_pdf(zoom=1 / document.enlarged)
    return {'fonts': len(printed.fonts)}, pdf


# What browsers hide, where they put what the align attribute and center say of, how large headings in sections are, and how they show
# controls (HTML, 15.3.1, 15.3.3, 15.3.7, 15.3.11 and 15.5): WeasyPrint does not; 57 paints no controls at all.
HTML_STYLE = '''
h1 {font-size: 2em; margin-top: .67em; margin-bottom: .67em}
dialog:not([open]), details:not([open]) > :not(summary) {display: none}
caption {text-align: center}
ol[reversed] {counter-increment: list-item 1 !important}
ol[reversed] > li {counter-increment: list-item -1}
:is(center, [align=center]) > :is(table, div, img) {margin-left: auto; margin-right: auto}
[align=right] > :is(table, div, img) {margin-left: auto}
input:not([hidden], [type=hidden]), select {display: inline-block}
input[hidden], input[type=hidden] {display: none}
input, select, textarea, button {border: 1px solid #767676; padding: 1px 2px; font: 13.33px sans-serif}
input {width: 145px; height: auto}
input::before {display: block; content: attr(value) '\\A'; white-space: pre; overflow: hidden}
input[placeholder]:not([value])::before {content: attr(placeholder) '\\A'; color: #757575}
input[type=checkbox], input[type=radio] {box-sizing: border-box; width: 13px; height: 13px; margin: 3px; padding: 2px}
input[type=radio] {border-radius: 50%}
input:is([type=checkbox], [type=radio], [type=password], [type=range], [type=color])::before {content: none}
input:is([type=checkbox], [type=radio])[checked] {background: #767676 content-box}
input:is([type=button], [type=submit], [type=reset]), button {width: auto; background: #efefef; text-align: center}
option[selected], select:not(:has([selected])) > :first-child {display: inline}
textarea {font-family: monospace; margin: 0; width: 176px; height: auto}
textarea::before {content: '\\A\\A'; float: left; white-space: pre}
textarea::after {content: ''; display: block; clear: left}
''' + ''.join('textarea[rows="%d"]::before {content: "%s"}' % (rows, rows * r'\A') for rows in range(1, 31))
HTML_SHEET = weasyprint.CSS(string=HTML_STYLE)


PARSER = (weasyprint.html5lib if hasattr(weasyprint, 'html5lib') else weasyprint.tinyhtml5.parser).HTMLParser


@correct(PARSER, 'parse')
def keep_mode(parse, parser, *arguments, **named):
    """Keeps the mode that the parser found for the document, by its doctype (HTML, 13.2.6.4.1), beyond its end."""
    root = parse(parser, *arguments, **named)
    PARSER.mode = getattr(parser, 'compatMode', None) or parser.compatibility_mode
    return root


# What browsers do in quirks mode, as of documents without a doctype (HTML, 15.3.8 and 15.3.10).
QUIRKS_STYLE = '''
table {font-weight: initial; font-style: initial; font-variant: initial; font-size: initial; line-height: initial; white-space: initial;
    text-align: initial}
[quirk-first] {margin-top: 0}
[quirk-last] {margin-bottom: 0}
'''
QUIRKS_SHEET = weasyprint.CSS(string=QUIRKS_STYLE)
WITH_MARGINS = frozenset('blockquote dir dl h1 h2 h3 h4 h5 h6 listing menu ol p plaintext pre ul xmp'.split())


def mark_quirks(root):
    """Marks what has no margin at the beginning of the body or a cell, or at the end of a cell."""
    for parent in root.iter():
        if parent.tag not in ('body', 'td', 'th'):
            continue
        children = [child for child in parent if isinstance(child.tag, str) and child.tag not in ('style', 'script', 'link', 'template')]
        if children and children[0].tag in WITH_MARGINS and not (parent.text or '').strip():
            children[0].set('quirk-first', '')
        if children and parent.tag != 'body' and children[-1].tag in WITH_MARGINS and not (children[-1].tail or '').strip():
            children[-1].set('quirk-last', '')


@correct(tinycss2.ast.NumberToken, '__init__')
@correct(tinycss2.ast.PercentageToken, '__init__')
@correct(tinycss2.ast.DimensionToken, '__init__')
def bound_numbers(make, self, line, column, value, *others):
    """Bounds the numbers of style sheets, as WeasyPrint calculates with infinity, and fails. It knows units in small letters."""
    make(self, line, column, max(-1e9, min(1e9, value)), *(o.lower() if isinstance(o, str) else o for o in others))


def select_style_sheets(root):
    """Takes away the style sheets that are disabled, in a template, or alternatives to those of the first title (HTML, 4.2.4 and 4.2.6)."""
    for template in root.iter('template'):
        del template[:]
    for sheet in root.iter(SVG + 'style'):
        sheet.tag = 'style'
    sheets = [e for e in root.iter() if e.tag == 'style' or e.tag == 'link' and 'stylesheet' in e.get('rel', '').lower().split()]
    titles = [sheet.get('title') for sheet in sheets if sheet.get('title')]
    for sheet in sheets:
        sheet.set('type', sheet.get('type', '').strip().lower() or 'text/css')
        if sheet.get('disabled') is not None or sheet.get('title') and sheet.get('title') != titles[0]:
            sheet.set('media', 'not all')


def ignore_case(root):
    """Writes the words of attributes in small letters, by which WeasyPrint compares them; in HTML their case does not matter."""
    for element in root.iter():
        words = {'align', 'valign', 'dir', 'clear'} | ({'type'} if element.tag == 'input' else set())
        for name in words.intersection(element.keys()):
            element.set(name, element.get(name).lower())


def choose_sources(root):
    """Gives images the source of their picture for print, or the first of their srcset (HTML, 4.8.4.3): WeasyPrint knows src alone."""
    for picture in root.iter('picture'):
        sources = [
            source.get('srcset') for source in picture.iter('source')
            if media_queries.evaluate_media_query(source.get('media', 'all').split(','), 'print')
            and source.get('type', 'image/svg+xml').strip().lower() in ('image/svg+xml', *PIL.Image.MIME.values())]
        for image in picture.iter('img'):
            if any(sources):
                image.set('srcset', next(filter(None, sources)))
                image.set('src', '')
    for image in root.iter('img'):
        candidates = image.get('srcset', '').split()
        if candidates and not image.get('src'):
            image.set('src', candidates[0].rstrip(','))


PIL.Image.init()  # it knows all types


SHARED_IMAGE = re.compile(r'img\[data-platen-image="(\w+)"\][^{]*{content:url\("([^"\\]*(?:\\.[^"\\]*)*)"\)!important}')


def give_images_their_content(root):
    """Gives images the source that a style sheet names as their content, as those of headers have: WeasyPrint knows content of boxes only.
    It loads an address once for a document. The sheets lose the addresses, which can be long: they need not be read as CSS."""
    images = [image for image in root.iter('img') if image.get('data-platen-image')]
    if images:
        sources = {}
        for sheet in root.iter('style'):
            sources.update((name, re.sub(r'\\(.)', r'\1', url)) for name, url in SHARED_IMAGE.findall(sheet.text or ''))
            sheet.text = SHARED_IMAGE.sub('', sheet.text or '')
        for image in images:
            image.set('src', sources.get(image.get('data-platen-image'), image.get('src')))


def report_frames(document, fetcher):
    """Tells the service of the pages in frames, which are not shown."""
    for frame in document.etree_element.iter('iframe'):
        url = urllib.parse.urljoin(document.base_url, frame.get('src', '').strip())
        if frame.get('src') and url.lower().startswith(('http:', 'https:', 'file:')):
            fetcher.report(url, frame=True)


@correct(weasyprint.document, 'original_get_image_from_uri')
def report_images(get_image, *, cache, url_fetcher, url, **named):
    """Tells the service of images that a data: address has not in it."""
    known = url in cache
    image = get_image(cache=cache, url_fetcher=url_fetcher, url=url, **named)
    if url and not (image or known) and url[:5].lower() == 'data:':  # an image may have no address
        url_fetcher.report(url)
    return image
