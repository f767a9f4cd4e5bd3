"""Prints PDF/UA with WeasyPrint: documents on standard input and PDFs on standard output, each after its length in four bytes."""

import logging
import sys

from weasyprint import HTML, VERSION
from weasyprint.text.fonts import FontConfiguration

logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
fonts = FontConfiguration()
variant = {"variant" if int(VERSION.split(".")[0]) < 59 else "pdf_variant": "pdf/ua-1"}
incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
while length := int.from_bytes(incoming.read(4), "big"):
    html = incoming.read(length).decode()
    pdf = HTML(string=html).write_pdf(font_config=fonts, **variant)
    outgoing.write(len(pdf).to_bytes(4, "big") + pdf)
    outgoing.flush()
