"""Reads what WeasyPrint does not know before 63: sides and sizes that depend on the direction of text; calc(), min(), max() and clamp();
lengths that refer to the page; var() in functions, in shorthands and among other values; and sizes of fonts as browsers have them."""
import re
from contextlib import suppress
from functools import partial

import weasyprint.css
from tinycss2.ast import Declaration, DimensionToken, FunctionBlock, IdentToken, NumberToken, PercentageToken
from tinycss2.color3 import parse_color
from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES, KNOWN_PROPERTIES
from weasyprint.css.validation import EXPANDERS
from weasyprint.css.validation.expanders import split_on_comma
from weasyprint.css.validation.properties import PROPERTIES, validate_non_shorthand
from weasyprint.formatting_structure.boxes import PageBox

SIDES_OF = {'inline': ('left', 'right'), 'block': ('top', 'bottom'), '': SIDES}
SIZES = {'inline': 'width', 'block': 'height'}
LOGICAL = re.compile('(margin|padding|border|inset)(?:-(inline|block))?(?:-(start|end))?(-width|-style|-color)?')
LOGICAL_SIZE = re.compile('((?:min-|max-)?)(inline|block)-size')
IN_LINE = re.compile('(?:(?:margin|padding|border)_)?(left|right)(?:_width|_style|_color)?')
FUNCTIONS = {'calc': lambda value: value, 'min': lambda *values: min(values), 'max': lambda *values: max(values),
             'clamp': lambda least, value, most: max(least, min(value, most))}
OF_PAGE = {'vw': 'width', 'vh': 'height'}
FONT_SIZES = {'xx-small': (9, 9), 'x-small': (10, 10), 'small': (13, 12), 'medium': (16, 13), 'large': (18, 16), 'x-large': (24, 20),
              'xx-large': (32, 26)}  # in pixels, and of the family "monospace"
INVALID = AssertionError, LookupError, ValueError  # at some values, as of font: normal, WeasyPrint fails with others than the last
MOST_TOKENS = 10_000  # of a value, with what its variables stand for


def physical(declaration):
    """The declarations of sides and sizes that a declaration stands for in text from left to right."""
    name, tokens = declaration.lower_name, [token for token in declaration.value if token.type not in ('whitespace', 'comment')]
    logical, size = LOGICAL.fullmatch(name), LOGICAL_SIZE.fullmatch(name)
    if size:
        yield size[1] + SIZES[size[2]], tokens
    elif not tokens or not logical or not logical[2] and name != 'inset':
        yield declaration.name, declaration.value
    else:
        kind, axis, edge, part = logical.groups('')
        for i, side in enumerate(SIDES_OF[axis]):
            if edge != ('end', 'start')[i % 2]:
                alike = kind == 'border' and not part or edge
                value = tokens if alike else [next(tokens[j] for j in (i, i - 2, 0) if 0 <= j < len(tokens))]
                yield side if kind == 'inset' else f'{kind}-{side}{part}', value


def of_text(name, rtl):
    """The name of a side of a line as that of a side of its text, as declarations have it."""
    side = IN_LINE.fullmatch(name)[1]
    return name.replace(side, 'inline_end' if (side == 'right') != rtl else 'inline_start')


LOGICAL_OF = {name: (of_text(name, False), of_text(name, True)) for name in INITIAL_VALUES if IN_LINE.fullmatch(name)}


def is_pending(tokens):
    """Whether a value has something in it that the style of its element says."""
    return any(
        token.type == 'function' and (token.lower_name in ('var', *FUNCTIONS) or is_pending(token.arguments))
        or token.type == 'dimension' and token.lower_unit in OF_PAGE for token in tokens)


@correct(weasyprint.css.validation, 'preprocess_declarations', before=63)
@correct(weasyprint.css, 'preprocess_declarations', before=63)
def read_all(preprocess_declarations, base_url, declarations, prelude=None):
    if prelude is not None:  # since 62: rules may be in others
        for rule in (rule for rule in declarations if rule.type == 'qualified-rule'):
            yield from preprocess_declarations(base_url, [rule], prelude)
        any_value = Declaration(0, 0, 'color', 'color', [IdentToken(0, 0, 'red')], False)
        for selectors, _ in preprocess_declarations(base_url, [any_value], prelude):
            for declaration in read_all(preprocess_declarations, base_url, declarations):
                yield selectors, declaration
        return

    def read(name, tokens, important=False):
        if is_pending(tokens) and not name.startswith('--'):
            for longhand, *_ in list(read(name, [IdentToken(0, 0, 'inherit')])):
                yield longhand, Pending(base_url, name, tokens, longhand), important
        else:
            with suppress(*INVALID):
                yield from preprocess_declarations(base_url, [Declaration(0, 0, name, name.lower(), tokens, important)])

    for declaration in (declaration for declaration in declarations if declaration.type == 'declaration'):
        of_line = '-inline' in declaration.lower_name
        for name, tokens in physical(declaration):
            for longhand, *rest in read(name, tokens, declaration.important):
                yield LOGICAL_OF[longhand][0] if of_line and longhand in LOGICAL_OF else longhand, *rest


class Pending:
    """The value of a property that the style of its element says."""

    def __init__(self, base_url, name, tokens, longhand):
        self.base_url, self.name, self.tokens, self.longhand = base_url, name, tokens, longhand

    def __iter__(self):
        return iter(())  # WeasyPrint looks for words in the value of display

    def value(self, style):
        try:
            tokens = calculated(self.tokens, style, self.name)
            tokens = tuple(token for token in tokens if token.type not in ('whitespace', 'comment'))
            return {name.replace('-', '_'): value for name, value in expanded(self.name, tokens, self.base_url)}[self.longhand]
        except INVALID:
            return 'inherit' if self.longhand in INHERITED else 'initial'


ORDER = 1 if VERSION > 60 else -1  # what reads the values of a property takes its arguments the other way round before 61


def expanded(name, tokens, base_url=None):
    return EXPANDERS.get(name, validate_non_shorthand)(*(tokens, name, base_url)[::ORDER])


def calculated(tokens, style, name):
    """The value of a property with what its variables stand for, and the results of functions."""
    try:
        return Calculation(style, name).of(substituted(tokens, style))
    except (LookupError, ArithmeticError, TypeError, ValueError) as error:
        raise ValueError from error


@correct(weasyprint.document, 'get_all_computed_styles', before=63)
def refer_to_first_page(get_all_computed_styles, html, *others):
    """Makes vw and vh refer to the content of the first page, as in browsers, whatever its page rules make of it."""
    style_for, layout = get_all_computed_styles(html, *others), weasyprint.layout.page
    first = weasyprint.css.PageType(side='right', blank=False, first=True, index=0, name='unnamed')
    layout.set_page_type_computed_styles(first, html, style_for)
    page = PageBox(first, style_for(first))
    width, height = page.style['size']
    layout.resolve_percentages(page, (width, height))
    layout.page_width(page, weasyprint.layout.LayoutContext, width)
    layout.page_height(page, weasyprint.layout.LayoutContext, height)
    window.update(width=page.width, height=page.height)
    return style_for


def substituted(tokens, style):
    """A value with what its variables stand for (CSS Custom Properties 1, 3)."""
    result = []
    for token in tokens:
        if token.type == 'function' and token.lower_name == 'var':
            name, *fallback = split_on_comma(token.arguments)
            name, = (part.value.replace('-', '_') for part in name if part.type == 'ident' and part.value[:2] == '--')
            value = style[name]
            if value is None:
                if not fallback:
                    raise ValueError
                value = substituted(token.arguments[token.arguments.index(',') + 1:], style)
            result += value
        elif token.type == 'function':
            result.append(FunctionBlock(0, 0, token.name, substituted(token.arguments, style)))
        else:
            result.append(token)
        if len(result) > MOST_TOKENS:
            raise ValueError
    return result


class Calculation:
    """Calculates the mathematical functions in a value (CSS Values 4, 10)."""

    def __init__(self, style, name):
        self.style, self.tokens, self.units = style, 0, set()
        self.font = style.parent_style or INITIAL_VALUES if name in ('font', 'font-size') else style

    def of(self, tokens):
        """The tokens of a value with the results of the functions."""
        self.tokens += len(tokens)
        if self.tokens > MOST_TOKENS:
            raise ValueError
        return [self.result(token) for token in tokens]

    def result(self, token):
        if token.type == 'function' and token.lower_name not in FUNCTIONS:
            return FunctionBlock(0, 0, token.name, self.of(token.arguments))
        if token.type != 'function' and getattr(token, 'lower_unit', '') not in OF_PAGE:
            return token
        self.units = set()
        value = self.operand(token, 100)
        if '%' in self.units:
            return PercentageToken(0, 0, Part(value - self.operand(token, 0) or 100, partial(self.operand, token)), None, str(value))
        unit, = self.units or ['']
        number = value, int(value) if value % 1 == 0 else None, str(value)
        return DimensionToken(0, 0, *number, unit) if unit else NumberToken(0, 0, *number)

    def operand(self, token, whole):
        if token.type == 'function':
            return FUNCTIONS[token.lower_name](*(self.sum(part, whole) for part in split_on_comma(token.arguments)))
        if token.type == '() block':
            return self.sum(token.content, whole)
        unit = '%' if token.type == 'percentage' else getattr(token, 'lower_unit', '')
        if unit in TURN:
            of, scale = 'rad', TURN['rad'] / TURN[unit]
        elif unit in ('em', 'ex', 'ch'):
            of, scale = 'px', self.font['font_size'] / (1 if unit == 'em' else 2)
        elif unit == 'rem':
            of, scale = 'px', self.style.root_style['font_size']
        elif unit in OF_PAGE:
            of, scale = 'px', window[OF_PAGE[unit]] / 100
        else:
            of, scale = ('%', whole / 100) if unit == '%' else ('px', PIXELS[unit]) if unit else ('', 1)
        self.units |= {of} - {''}
        return token.value * scale

    def sum(self, tokens, whole):
        total, product, sign, operator = 0, 1, 1, '*'
        for token in tokens:
            if token.type == 'literal' and token.value in '+-':
                total, product, sign, operator = total + sign * product, 1, 1 if token.value == '+' else -1, '*'
            elif token.type == 'literal':
                operator = token.value
            elif token.type not in ('whitespace', 'comment'):
                value = self.operand(token, whole)
                product = product / value if operator == '/' else product * value
        return total + sign * product


class Part(float):
    """A percentage that stands for another length than that part of the whole, such as calc(100% - 1cm)."""

    def __new__(cls, percentage, length):
        part = super().__new__(cls, percentage)
        part.length = length
        return part

    def __rmul__(self, whole):
        return 100 * self.length(whole)

    __mul__ = __rmul__


@correct(PROPERTIES, 'font-family')
def leave_emoji_to_pango(font_family, tokens):
    """Leaves out fonts of emoji beside others, as Bootstrap and Tailwind name them: Pango before 1.52 takes all digits from them, and finds
    emoji without their names."""
    families = font_family(tokens) or ()
    return tuple(family for family in families if 'emoji' not in family.lower()) or families or None


def medium(style):
    """The size of fonts that browsers begin with: that of the family "monospace" alone is smaller."""
    return 13 if style['font_family'] == ('monospace',) else 16


def font_size(style):
    """The size of an element's font as in browsers: one that goes back to no length changes with that of its family."""
    parent, value = style.parent_style, style.cascaded.get('font_size', ('inherit',))[0]
    own, of_parent, size = (medium(style), medium(parent), parent['font_size']) if parent else (medium(style), 16, 16)
    if value == 'initial' or value == 'inherit' and not parent:
        value = 'medium'
    elif value == 'inherit':
        value = getattr(parent, 'keyword', None) or value
    style.keyword = value if value in FONT_SIZES else None
    style.has_length = not style.keyword and (
        getattr(parent, 'has_length', False) or not isinstance(value, str) and value.unit not in ('%', 'em', 'ex', 'ch'))
    if style.keyword:
        return FONT_SIZES[value][own == 13]
    if isinstance(value, str):
        size *= {'larger': 1.2, 'smaller': 1 / 1.2}.get(value, 1)
    else:
        size = weasyprint.css.computed_values.font_size(style, 'font_size', value)
    return size if style.has_length else size * own / of_parent


def size_fonts(missing):
    """Gives fonts the sizes that browsers do. Since 58, WeasyPrint itself reads those with var() or calc() in them."""
    def find(style, key):
        if key == 'font_size' and isinstance(style.cascaded.get(key, ('inherit',))[0], (str, Dimension)):
            style[key] = font_size(style)
            return style[key]
        return missing(style, key)

    return find


def look_up(missing):
    """Looks a property up with what its element's style says: the direction of its text, and its variables. What nobody declares, most
    properties, is as WeasyPrint has it, found in half the time."""
    def find(style, key):
        cascaded, logical = style.cascaded, LOGICAL_OF.get(key)
        if logical and (logical[0] in cascaded or logical[1] in cascaded):
            declared, own = cascaded.get(logical[style['direction'] == 'rtl']), cascaded.get(key)
            if declared and not (own and own[1] > declared[1]):
                cascaded[key] = declared
        if key not in cascaded:
            is_variable = key[:2] == '__'
            if not is_variable and key not in UNDECLARED:
                return missing(style, key)
            inherited = (is_variable or key in INHERITED) and style.parent_style is not None
            style[key] = value = style.parent_style[key] if inherited else INITIAL_VALUES.get(key)
            return value
        if key[:2] == '__':
            style[key] = None  # what a variable is that refers to itself
            with suppress(ValueError):
                style[key] = substituted(cascaded[key][0], style)
            return style[key]
        if isinstance(cascaded[key][0], Pending):
            cascaded[key] = cascaded[key][0].value(style), cascaded[key][1]
        return missing(style, key)

    return find


# They find each property of each element: the lambda of a correction before each would take a seventh of a page's time.
weasyprint.css.ComputedStyle.__missing__ = size_fonts(weasyprint.css.ComputedStyle.__missing__)
if VERSION < 63:
    for kind in weasyprint.css.ComputedStyle, weasyprint.css.AnonymousStyle:
        kind.__missing__ = look_up(kind.__missing__)
weasyprint.css.AnonymousStyle.cascaded = {}
# The properties whose values are their initial ones or those of the parent, unless they are declared.
UNDECLARED = frozenset(
    name for name in INITIAL_VALUES.keys() - INITIAL_NOT_COMPUTED - {'float', 'position', 'page', 'font_size'}
    if not name.startswith('text_decoration_'))


if VERSION < 62:
    KNOWN_PROPERTIES.add('row-gap')
    INITIAL_VALUES['row_gap'] = 0
    PROPERTIES['row-gap'] = PROPERTIES['column-gap']
    weasyprint.css.computed_values.COMPUTER_FUNCTIONS['row_gap'] = weasyprint.css.computed_values.column_gap
    EXPANDERS['gap'] = EXPANDERS['grid-gap'] = lambda *arguments: (
        *expanded('row-gap', arguments[::ORDER][0][:1]), *expanded('column-gap', arguments[::ORDER][0][-1:]))


@correct(weasyprint.css.validation.properties, 'get_angle', before=63)
def read_zero(get_angle, token):
    """Takes 0 for an angle, as browsers do in transforms (CSS Transforms 1, 9)."""
    return 0 if token.type == 'number' and not token.value else get_angle(token)


@correct(weasyprint.css.validation.properties.get_image.__globals__, 'split_on_comma', before=63)
def divide_stops(split_on_comma, tokens):
    """Makes two of a colour of a gradient with two places (CSS Images 4, 3.5.1)."""
    def split():
        for part in split_on_comma(tokens):
            places = [token for token in part[1:] if token.type in ('dimension', 'percentage', 'number')]
            yield from (part[:2], part[::2]) if len(part) == 3 and len(places) == 2 and parse_color(part[0]) else (part,)

    return tuple(split())
