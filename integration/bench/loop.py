"""The least that a service with WeasyPrint needs: a process that is kept, with its fonts, and prints each document on standard input."""
import struct
import sys

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

fonts, page = FontConfiguration(), CSS(string='@page{size:A4;margin:10mm}')
while length := sys.stdin.buffer.read(4):
    html = sys.stdin.buffer.read(*struct.unpack('>I', length)).decode()
    pdf = HTML(string=html).write_pdf(stylesheets=[page], font_config=fonts)
    sys.stdout.buffer.write(struct.pack('>I', len(pdf)) + pdf)
    sys.stdout.buffer.flush()
