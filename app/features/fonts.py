"""Makes the fonts of the catalogue: python3 fonts.py FORMAT, with fontTools and brotli from PyPI, prints the base64 of one.

Its glyphs are made here, so that nobody else has rights to them: A is a filled square of 1 em, B is blank, the feature ss01 puts A in B's
place, and the ligature of C and D is a square. In the variable font, A is a fifth as wide unless the weight is 900. The ideograph U+4E00
has the lower half of the square.
"""
import base64, io, sys
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.ttLib.tables.TupleVariation import TupleVariation

EM = 1000


def square(width, height=EM):
    pen = TTGlyphPen(None)
    if width:
        pen.moveTo((0, 0)); pen.lineTo((0, height)); pen.lineTo((width, height)); pen.lineTo((width, 0)); pen.closePath()
    return pen.glyph()


def build(variable, features, ideograph):
    widths = {".notdef": 0, "A": EM // 5 if variable else EM, "B": 0, "C": 0, "D": 0, "C_D": EM} | ({"half": EM} if ideograph else {})
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(list(widths))
    font.setupCharacterMap({ord(c): c for c in "ABCD"} | ({0x4E00: "half"} if ideograph else {}))
    font.setupGlyf({name: square(width, EM // 2 if name == "half" else EM) for name, width in widths.items()})
    font.setupHorizontalMetrics({name: (EM, 0) for name in widths})
    font.setupHorizontalHeader(ascent=EM, descent=0)
    font.setupNameTable({"familyName": "Square", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=EM, sTypoDescender=0, usWinAscent=EM, usWinDescent=0, sTypoLineGap=0)
    font.setupPost(keepGlyphNames=False)
    if features:
        font.addOpenTypeFeatures("feature ss01 { sub B by A; } ss01; feature liga { sub C D by C_D; } liga;")
    if variable:
        font.setupFvar([("wght", 100, 100, 900, "Weight")], [])
        stretch = [(0, 0), (0, 0), (EM - EM // 5, 0), (EM - EM // 5, 0)]
        font.setupGvar({"A": [TupleVariation({"wght": (0, 1, 1)}, stretch + [(0, 0)] * 4)]})
    return font.font


format = sys.argv[1]
font = build(format == "variable", format == "features", format == "ideograph")
font.flavor = format if format.startswith("woff") else None
out = io.BytesIO()
font.save(out)
print(base64.b64encode(out.getvalue()).decode())
