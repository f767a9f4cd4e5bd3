"""Reduces fonts to the glyphs of a document by HarfBuzz, as WeasyPrint does since 63: before, a line of Japanese took seconds. What of
fontTools only other fonts need, which takes a fifth of the time of a start, is loaded when it is called."""
import ctypes
import importlib
import io
import sys
from functools import cache, partial
from types import ModuleType


def load_when_called(*names):
    """Puts modules in place of these, whose functions load all of them."""
    @cache
    def loaded():
        for name in names:
            del sys.modules[name]
        return {name: importlib.import_module(name) for name in names}

    def find(name, attribute):
        if attribute.startswith('__'):
            raise AttributeError(attribute)
        return lambda *arguments, **named: getattr(loaded()[name], attribute)(*arguments, **named)

    for name in names:
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__getattr__ = partial(find, name)


load_when_called('fontTools.subset', 'fontTools.varLib.mutator', 'fontTools.varLib.instancer')

import weasyprint.pdf.stream
from fontTools.ttLib import TTFont

try:
    library = ctypes.CDLL('libharfbuzz-subset.so.0')
except OSError:
    library = None  # WeasyPrint does it

# hb-subset.h: no hints, the same numbers of glyphs, no subroutines, tables that it does not know, the glyph for missing letters.
SUBSET_FLAGS = 0x1 | 0x2 | 0x4 | 0x20 | 0x40
GLYPHS, DROPPED_TABLES = 0, 3
TABLES_OF_LAYOUT = b'BASE', b'GPOS', b'GSUB', b'SVG ', b'VORG', b'vhea', b'vmtx'


def harfbuzz(name, *arguments):
    function = getattr(library, name)
    function.restype = ctypes.c_void_p
    return ctypes.c_void_p(function(*arguments))


def subset(content, index, glyphs):
    """The font of that number in a file with these glyphs alone, or None."""
    file = harfbuzz('hb_blob_create', content, len(content), 0, None, None)
    face = harfbuzz('hb_face_create', file, index)
    wanted = harfbuzz('hb_subset_input_create_or_fail')
    harfbuzz('hb_subset_input_set_flags', wanted, SUBSET_FLAGS)
    for glyph in glyphs:
        harfbuzz('hb_set_add', harfbuzz('hb_subset_input_set', wanted, GLYPHS), glyph)
    for table in TABLES_OF_LAYOUT:
        harfbuzz('hb_set_add', harfbuzz('hb_subset_input_set', wanted, DROPPED_TABLES), int.from_bytes(table, 'big'))
    reduced = harfbuzz('hb_subset_or_fail', face, wanted)
    reduced_file, length, content = None, ctypes.c_uint(), None
    if reduced:
        reduced_file = harfbuzz('hb_face_reference_blob', reduced)
        data = harfbuzz('hb_blob_get_data', reduced_file, ctypes.byref(length))
        content = ctypes.string_at(data, length.value)
    for kind, handle in ('blob', reduced_file), ('face', reduced), ('subset_input', wanted), ('face', face), ('blob', file):
        harfbuzz(f'hb_{kind}_destroy', handle)
    return content


def subset_by_harfbuzz(clean):
    def reduce(font, cmap, *hinting):
        content = cmap and font.ttfont and subset(font.file_content, font.index, cmap)
        if content:
            font.file_content, font.ttfont, cmap = content, TTFont(io.BytesIO(content)), {}
        clean(font, cmap, *hinting)

    return reduce


VERSION = int(weasyprint.__version__.split('.')[0])
if VERSION < 63:
    sys.modules['fontTools.subset'].Options = partial(sys.modules['fontTools.subset'].Options, notdef_outline=True)
    if library:
        weasyprint.pdf.stream.Font.clean = subset_by_harfbuzz(weasyprint.pdf.stream.Font.clean)
