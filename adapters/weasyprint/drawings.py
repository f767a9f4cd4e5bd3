"""Applies the style sheets of a document to its drawings, and those in drawings to the document, as all are the document's (CSS Style
Attributes, HTML 4.2.6): WeasyPrint applies to a drawing only the style sheets in it, and lets it inherit nothing."""
import copy
import math
import re
import sys

import cssselect2
import tinycss2
import weasyprint.document
import weasyprint.svg
from weasyprint.svg.utils import parse_url, size

XLINK_HREF = '{http://www.w3.org/1999/xlink}href'
PAINT = SVG + 'linearGradient', SVG + 'radialGradient', SVG + 'pattern'
# The properties that a whole drawing hands down to its parts. The others are those of its box.
HANDED_DOWN = 'fill', 'stroke', 'stop', 'font', 'text', 'color', 'letter', 'word', 'marker', 'paint', 'dominant'

OPACITIES = {'opacity', 'fill-opacity', 'stroke-opacity', 'stop-opacity'}
# The beginning of a path that is one (SVG 1.1, 8.3), without numbers that are beyond all bounds.
PATH = re.compile(r'(\s*[Mm]([\s\d.,+\-MmZzLlHhVvCcSsQqTtAa]+|[Ee][+-]?\d\d?(?!\d))*)?')


def mask_first(draw, svg, node, font_size):
    """Applies the mask of a part before it is drawn, whatever its units: WeasyPrint does so when groups are painted already."""
    mask = svg.masks.get(parse_url(node.get('mask')).fragment)
    if mask:
        stream = svg.stream
        svg.stream = stream.set_alpha_state(-FAR, -FAR, 2 * FAR, 2 * FAR)
        for part in mask:
            svg.draw_node(part, font_size)
        svg.stream = stream
    draw(svg, node, font_size)


weasyprint.svg.paint_mask = lambda *_: None
weasyprint.svg.TAGS.setdefault('g', lambda *_: None)
for tag in weasyprint.svg.TAGS.keys() - {'text', 'tspan', 'textPath', 'a'}:
    correct(weasyprint.svg.TAGS, tag)(mask_first)


def parts_of(node):
    return [found for part in node for found in (part, *parts_of(part))]


@correct(weasyprint.svg.SVG, 'draw_node', before=65)
def anchor_with_parts(draw_node, svg, node, font_size, *others, **named):
    """Anchors a text in one line as a whole, by the width that it has when it is drawn once: WeasyPrint anchors each of its parts alone."""
    share = {'middle': .5, 'end': 1}.get(node.get('text-anchor'), 0)
    parts = parts_of(node) if node.tag == 'text' and share else []
    if parts and not any('x' in part.attrib for part in parts):
        begin = svg.reached = size((node.get('x') or '0').replace(',', ' ').split()[0], font_size, svg.inner_width)
        for part in (node, *parts):
            part.attrib['text-anchor'] = 'start'
        written = len(svg.stream.stream)
        draw_node(svg, node, font_size, *others, **named)
        del svg.stream.stream[written:]
        node.attrib['x'] = str(begin - share * (svg.reached - begin))
    draw_node(svg, node, font_size, *others, **named)
    if node.tag == 'tspan':
        svg.reached = svg.cursor_position[0] + svg.cursor_d_position[0]


@correct(weasyprint.svg.SVG, 'draw_markers')
@correct(weasyprint.svg.SVG, 'draw_node')
def leave_out_invalid(draw_node, svg, node, *others, **named):
    """Leaves out a part that WeasyPrint fails to draw, as at an attribute that is no number, and not the document."""
    stream = svg.stream
    written, matrices = len(stream.stream), stream._ctm_stack[:]
    try:
        draw_node(svg, node, *others, **named)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        del stream.stream[written:]
        svg.stream, stream._ctm_stack = stream, matrices


@correct(weasyprint.svg.Node, '__init__')
def read_attributes(make, part, *arguments):
    """Makes opacities numbers, or leaves them out, knows currentColor in any case, and ends paths at their first mistake: WeasyPrint goes
    on forever at some."""
    make(part, *arguments)
    attributes = part.attrib
    for name in attributes.keys() & OPACITIES:
        token = tinycss2.parse_one_component_value(attributes[name])
        if token.type in ('number', 'percentage'):
            attributes[name] = str(share(token, 1))
        else:
            del attributes[name]
    for name in attributes.keys() & weasyprint.svg.COLOR_ATTRIBUTES:
        if attributes[name].lower() == 'currentcolor':
            attributes[name] = 'currentColor'
    if 'd' in attributes:
        attributes['d'] = PATH.match(attributes['d'])[0]


def read_size(size, *arguments):
    """Reads a length that is none, or not finite, as 0."""
    try:
        length = size(*arguments)
    except ValueError:
        return 0
    return length if math.isfinite(length) else 0


for name in ('', '.defs', '.text', '.utils'):  # a function has the name of the module weasyprint.svg.text, too
    correct(sys.modules['weasyprint.svg' + name], 'size')(read_size)


@correct(weasyprint.svg.Node, 'get_viewbox')
def read_view_box(get_viewbox, node):
    """Reads a view box of anything but four numbers, the last two more than 0, as none."""
    try:
        box = get_viewbox(node)
    except ValueError:
        return None
    return box if box and len(box) == 4 and min(box[2:]) > 0 and all(map(math.isfinite, box)) else None


def reference(element):
    return (element.get('href') or element.get(XLINK_HREF) or '')[1:]


def share_parts(root):
    """Gives drawings the parts of other drawings that they use, and the symbols among them their size (SVG 2, 5.6): WeasyPrint looks for a
    part in the drawing alone."""
    drawings = list(root.iter(SVG + 'svg'))
    parts = {part.get('id'): part for drawing in reversed(drawings) for part in drawing.iter() if part.get('id')}
    for drawing in drawings:
        own = {part.get('id') for part in drawing.iter()}
        for use in list(drawing.iter(SVG + 'use')):
            name = reference(use)
            if name in parts and name not in own:
                own.add(name)
                definitions = drawing.makeelement(SVG + 'defs', {})
                definitions.append(copy.deepcopy(parts[name]))
                drawing.append(definitions)
            if name in parts and parts[name].tag == SVG + 'symbol':
                use.attrib.setdefault('width', '100%')
                use.attrib.setdefault('height', '100%')


def inherit_paint(root):
    """Gives gradients and patterns what those that they refer to have, and they not (SVG 1.1, 13.2): WeasyPrint 57 does not."""
    paint = {e.get('id'): e for e in root.iter() if e.tag in PAINT}
    for element in paint.values():
        chain = [element]
        while (other := paint.get(reference(chain[-1]))) is not None and other not in chain:
            chain.append(other)
            for name, value in other.items():
                element.attrib.setdefault(name, value)
            if not len(element):
                element.extend(copy.deepcopy(list(other)))


@correct(weasyprint.document, 'get_all_computed_styles')
def style_drawings(get_all_computed_styles, html, *others, **named):
    style_rules.clear()
    style_for = get_all_computed_styles(html, *others, **named)
    if next(html.etree_element.iter(SVG + 'svg'), None) is not None:
        matcher = matcher_of(style_rules)
        for element in html.wrapper_element.iter_subtree():
            if element.etree_element.tag.startswith(SVG):
                style_part(element, style_for(element.etree_element), matcher)
    return style_for


def matcher_of(rules):
    matcher = cssselect2.Matcher()
    for rule in rules:
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            continue
        for selector in selectors:
            if selector.pseudo_element is None:
                matcher.add_selector(selector, rule.content)
    return matcher


def style_part(part, style, matcher):
    """Sets the attributes of a part of a drawing to what the style sheets and its style attribute declare."""
    element = part.etree_element
    whole = part.parent is None or not part.parent.etree_element.tag.startswith(SVG)
    contents = [content for *_, content in matcher.match(part)] + [element.get('style', '')]
    declarations = [d for content in contents for d in tinycss2.parse_declaration_list(content) if d.type == 'declaration']
    if whole:
        *rgb, alpha = style['color']
        inherited = {'color': 'rgba({:.0f},{:.0f},{:.0f},{})'.format(*(255 * c for c in rgb), alpha), **font_of(style)}
        for name, value in inherited.items():
            element.attrib.setdefault(name, value)
    else:
        element.attrib.pop('style', None)
    for declaration in sorted(declarations, key=lambda d: d.important):
        if declaration.lower_name == 'font':
            element.attrib.update(font_of(style))  # no attribute is a shorthand
        elif not whole or declaration.lower_name.startswith(HANDED_DOWN):
            try:
                tokens = calculated(declaration.value, style, declaration.lower_name)
            except ValueError:
                continue
            value = ''.join(f'url({token.value})' if token.type == 'url' else token.serialize() for token in tokens)
            element.set(declaration.lower_name, value.strip())


def font_of(style):
    return {'font-size': f'{style["font_size"]}px', 'font-family': ','.join(style['font_family']),
            'font-weight': str(style['font_weight']), 'font-style': style['font_style']}
