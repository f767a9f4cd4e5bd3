"""Applies the style sheets of a document to its drawings, and those in drawings to the document, as all are the document's (CSS Style
Attributes, HTML 4.2.6): WeasyPrint applies to a drawing only the style sheets in it, and lets it inherit nothing."""
import cssselect2
import tinycss2
import weasyprint.document

SVG = '{http://www.w3.org/2000/svg}'
# The properties that a whole drawing hands down to its parts. The others are those of its box.
HANDED_DOWN = 'fill', 'stroke', 'stop', 'font', 'text', 'color', 'letter', 'word', 'marker', 'paint', 'dominant'


@correct(vars(weasyprint.document), 'get_all_computed_styles')
def style_drawings(get_all_computed_styles):
    def get(html, *others, **named):
        style_rules.clear()
        style_for = get_all_computed_styles(html, *others, **named)
        if next(html.etree_element.iter(SVG + 'svg'), None) is not None:
            matcher = matcher_of(style_rules)
            for element in html.wrapper_element.iter_subtree():
                if element.etree_element.tag.startswith(SVG):
                    style_part(element, style_for(element.etree_element), matcher)
        return style_for

    return get


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
        inherited = {'color': 'rgba({:.0f},{:.0f},{:.0f},{})'.format(*(255 * c for c in rgb), alpha),
                     'font-size': f'{style["font_size"]}px', 'font-family': ','.join(style['font_family']),
                     'font-weight': str(style['font_weight']), 'font-style': style['font_style']}
        for name, value in inherited.items():
            element.attrib.setdefault(name, value)
    else:
        element.attrib.pop('style', None)
    for declaration in sorted(declarations, key=lambda d: d.important):
        if not whole or declaration.lower_name.startswith(HANDED_DOWN):
            tokens = substituted(declaration.value, style)
            value = ''.join(f'url({token.value})' if token.type == 'url' else token.serialize() for token in tokens)
            element.set(declaration.lower_name, value.strip())


def substituted(tokens, style):
    """The tokens of a value with those of custom properties in place of var()."""
    for token in tokens:
        if token.type != 'function' or token.lower_name != 'var':
            yield token
            continue
        name, *fallback = [t for t in token.arguments if t.type != 'whitespace'] or [token]
        if name.type == 'ident' and name.value.startswith('--'):
            yield from style[name.value.replace('-', '_')] or fallback[1:]
