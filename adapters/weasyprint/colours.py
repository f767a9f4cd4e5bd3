"""Reads colours in the syntax of CSS Color 4, as in rgb(0 0 0 / 50%): WeasyPrint 57 reads that of CSS Color 3. It is loaded before
WeasyPrint, whose modules import the function by its name. Versions that read CSS Color 4 themselves do not call it."""
import colorsys

import tinycss2
import tinycss2.color3

TURN = {'deg': 360, 'grad': 400, 'rad': 6.283185307, 'turn': 1}


def read_modern(parse_color):
    """Gives the colour of a function with three components and possibly an alpha value, whatever separates them."""
    def parse(token):
        colour = parse_color(token)
        if isinstance(token, str):
            token = tinycss2.parse_one_component_value(token)
        if colour or token.type != 'function' or token.lower_name not in ('rgb', 'rgba', 'hsl', 'hsla'):
            return colour
        values = [t for t in token.arguments if t.type in ('number', 'percentage', 'dimension')]
        separators = [t for t in token.arguments if t.type in ('whitespace', 'comment') or t == '/' or t == ',']
        if len(values) not in (3, 4) or len(values) + len(separators) < len(token.arguments):
            return None
        alpha = share(values[3], 1) if values[3:] else 1.
        if token.lower_name.startswith('rgb'):
            return tinycss2.color3.RGBA(*(share(value, 255) for value in values[:3]), alpha)
        hue = values[0].value / TURN.get(getattr(values[0], 'lower_unit', 'deg'), 360) % 1
        return tinycss2.color3.RGBA(*colorsys.hls_to_rgb(hue, share(values[2], 100), share(values[1], 100)), alpha)

    return parse


def share(token, whole):
    """Returns a number or a percentage as a part of the whole."""
    return min(1., max(0., token.value / (100 if token.type == 'percentage' else whole)))


tinycss2.color3.parse_color = read_modern(tinycss2.color3.parse_color)
