"""Adds calc() of lengths and percentages, and the units of the window, to versions of WeasyPrint before 67."""
import sys

import weasyprint.css.computed_values
import weasyprint.css.utils
import weasyprint.layout.percent
from weasyprint.css.properties import Dimension
from weasyprint.css.utils import LENGTH_UNITS, LENGTHS_TO_PIXELS


class Sum(Dimension):
    """A percentage, or none, and lengths: computed, they are pixels."""
    lengths = ()


def replace_everywhere(module, name, before):
    """Decorates a function that takes the place of a module's, in that and in those that import it."""
    def put(correction):
        original = getattr(module, name)
        if int(weasyprint.__version__.split('.')[0]) < before:
            corrected = correction(original)
            for importer in [m for key, m in sys.modules.items() if key.startswith('weasyprint')]:
                if getattr(importer, name, None) is original:
                    setattr(importer, name, corrected)
    return put


def scaled(terms, factor):
    return {unit: value * factor for unit, value in terms.items()}


def calculated(tokens):
    """The terms of a calculation, by units: a number has none. What cannot be calculated is a ValueError."""
    tokens = [token for token in tokens if token.type not in ('whitespace', 'comment')]
    operators = tokens[1::2]
    if len(tokens) % 2 == 0 or any(operator.type != 'literal' for operator in operators):
        raise ValueError
    products = [calculated_value(tokens[0])]
    for operator, token in zip(operators, tokens[2::2]):
        value = calculated_value(token)
        if operator.value in '+-':
            products.append(scaled(value, 1 if operator.value == '+' else -1))
        elif operator.value == '*' and set(value) == {''}:
            products[-1] = scaled(products[-1], value[''])
        elif operator.value == '*' and set(products[-1]) == {''}:
            products[-1] = scaled(value, products[-1][''])
        elif operator.value == '/' and set(value) == {''} and value['']:
            products[-1] = scaled(products[-1], 1 / value[''])
        else:
            raise ValueError
    terms = {}
    for product in products:
        for unit, value in product.items():
            terms[unit] = terms.get(unit, 0) + value
    if '' in terms and len(terms) > 1:
        raise ValueError
    return terms


def calculated_value(token):
    if token.type == 'function' and token.lower_name in ('calc', '-webkit-calc'):
        return calculated(token.arguments)
    if token.type == '() block':
        return calculated(token.content)
    if token.type == 'percentage':
        return {'%': token.value}
    if token.type == 'number':
        return {'': token.value}
    if token.type == 'dimension' and token.unit in WINDOW_UNITS:
        return {'px': WINDOW_UNITS[token.unit](window['width'], window['height']) * token.value / 100}
    if token.type == 'dimension' and token.unit in LENGTH_UNITS:
        return {token.unit: token.value}
    raise ValueError


WINDOW_UNITS = {'vw': lambda width, _: width, 'vh': lambda _, height: height, 'vmin': min, 'vmax': max}


@replace_everywhere(weasyprint.css.utils, 'get_length', before=67)
def read_calculations(get_length):
    def get(token, negative=True, percentage=False):
        if token.type != 'function' and not (token.type == 'dimension' and token.unit in WINDOW_UNITS):
            return get_length(token, negative, percentage)
        try:
            terms = calculated_value(token)
        except ValueError:
            return None
        if '' in terms or '%' in terms and not percentage:
            return None
        if set(terms) <= set(LENGTHS_TO_PIXELS):
            pixels = sum(value * LENGTHS_TO_PIXELS[unit] for unit, value in terms.items())
            return Dimension(pixels if negative else max(0, pixels), 'px')
        result = Sum(terms.get('%', 0), '%' if '%' in terms else 'calc')
        result.lengths = [Dimension(value, unit) for unit, value in terms.items() if unit != '%']
        return result

    return get


@replace_everywhere(weasyprint.css.computed_values, 'length', before=67)
def compute_calculations(length):
    def compute(style, name, value, font_size=None, pixels_only=False):
        if not isinstance(value, Sum):
            return length(style, name, value, font_size, pixels_only)
        pixels = sum(length(style, name, part, font_size, pixels_only=True) for part in value.lengths)
        if value.unit != '%':
            return pixels if pixels_only else Dimension(pixels, 'px')
        result = Sum(*value)
        result.lengths = [Dimension(pixels, 'px')]
        return result

    computers = weasyprint.css.computed_values.COMPUTER_FUNCTIONS
    computers.update({name: compute for name, computer in computers.items() if computer is length})
    return compute


@replace_everywhere(weasyprint.layout.percent, 'percentage', before=67)
def use_calculations(percentage):
    def use(value, refer_to):
        used = percentage(value, refer_to)
        return used + sum(length.value for length in value.lengths) if isinstance(value, Sum) else used

    return use
