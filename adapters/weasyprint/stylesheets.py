"""Lets style sheets have conditions and layers: WeasyPrint knows neither media features nor @supports, and 57 no @layer."""
import copy

import tinycss2
import weasyprint.css
from weasyprint.css import media_queries

PIXELS = {'px': 1, 'pt': 4 / 3, 'pc': 16, 'in': 96, 'cm': 96 / 2.54, 'mm': 96 / 25.4, 'em': 16, 'rem': 16}
SUPPORTS_LAYERS = 'layers' in weasyprint.css.preprocess_stylesheet.__code__.co_varnames
LAYER = 1e6  # more than the specificity of any selector

style_rules = []  # of a document, whatever it is for
window = {}  # the width and the height, in pixels, that media features refer to


def matches(query, medium):
    """Whether a media query is true. Of features, the orientation and the range of width and height are known. Others make it false."""
    negated, result = False, True
    for token in tinycss2.parse_component_value_list(query, skip_comments=True):
        if token.type == 'ident' and token.lower_value == 'not':
            negated = True
        elif token.type == 'ident':
            result = result and token.lower_value in ('only', 'and', 'all', medium)
        elif token.type == '() block' and not negated:
            result = result and has_feature(token.content)
        elif token.type != 'whitespace':
            return False
    return result != negated


def has_feature(tokens):
    name, *rest = [token for token in tokens if token.type not in ('whitespace', 'comment', 'literal')]
    if name.type != 'ident' or len(rest) != 1:
        return False
    value, (bound, _, side) = rest[0], name.lower_value.rpartition('-')
    if side == 'orientation' and value.type == 'ident':
        return value.lower_value == ('portrait' if window['height'] >= window['width'] else 'landscape')
    size = getattr(value, 'value', 0)
    if side not in window or value.type not in ('dimension', 'number') or value.type == 'number' and size:
        return False
    size *= PIXELS.get(value.lower_unit, float('nan')) if size else 1
    return {'min': window[side] >= size, 'max': window[side] <= size, '': window[side] == size}.get(bound, False)


media_queries.parse_media_query = lambda tokens: tinycss2.serialize(tokens).split(',') if tokens else ['all']
media_queries.evaluate_media_query = lambda queries, medium: any(matches(query, medium) for query in queries)


def supports(tokens, base_url):
    """Whether a condition of @supports is true: WeasyPrint takes the declarations (CSS Conditional Rules 3, 6)."""
    tokens = [token for token in tokens if token.type not in ('whitespace', 'comment')]
    words = [token.lower_value if token.type == 'ident' else '' for token in tokens]
    if words[:1] == ['not']:
        return len(tokens) == 2 and not supports_one(tokens[1], base_url)
    if len(tokens) % 2 == 0 or len({*words[1::2]} | {'and', 'or'}) > 2 or {*words[1::2]} == {'and', 'or'}:
        return False
    results = [supports_one(token, base_url) for token in tokens[::2]]
    return any(results) if 'or' in words else all(results)


def supports_one(token, base_url):
    if token.type != '() block':
        return False
    if tinycss2.parse_one_declaration(token.content).type != 'declaration':
        return supports(token.content, base_url)
    declarations = tinycss2.parse_declaration_list(token.content)
    return any(True for _ in weasyprint.css.preprocess_declarations(base_url, declarations))


class Layer:
    """The rules of a sheet that are in a layer: they have less weight than those in later layers, and those in none."""

    def __init__(self, matcher, rank):
        self.matcher, self.weight, self.page_rules = matcher, LAYER - 1000 * rank, []

    def specificity(self, of, important):
        first, *others = of
        return type(of)([first + (self.weight if important else -self.weight), *others])

    def divided(self, declarations):
        """The declarations that are not important, and those that are, for which the order of layers is reversed."""
        for important in False, True:
            part = [declaration for declaration in declarations if declaration[2] == important]
            if part:
                yield important, part

    def add_selector(self, selector, declarations):
        for important, part in self.divided(declarations):
            weighted = copy.copy(selector)
            weighted.specificity = self.specificity(selector.specificity, important)
            self.matcher.add_selector(weighted, part)

    def page_rules_in_layer(self):
        for rule, selectors, declarations in self.page_rules:
            for important, part in self.divided(declarations):
                yield rule, [(self.specificity(weight, important), *rest) for weight, *rest in selectors], part


@correct(weasyprint, 'preprocess_stylesheet')
@correct(weasyprint.css, 'preprocess_stylesheet')
def preprocess(preprocess_stylesheet, medium, base_url, rules, url_fetcher, matcher, page_rules, *others, **named):
    def add(rules, *to):
        preprocess_stylesheet(medium, base_url, rules, url_fetcher, *to, *others, **named)

    plain = []
    for rule in rules:
        keyword = rule.type == 'at-rule' and rule.lower_at_keyword
        if keyword == 'supports' and rule.content is not None:
            if supports(rule.prelude, base_url):
                plain.append(tinycss2.ast.AtRule(
                    rule.source_line, rule.source_column, 'media', 'media', [], rule.content))
        elif keyword == 'layer' and not SUPPORTS_LAYERS:
            add(plain, matcher, page_rules)
            plain = []
            ranks = matcher.__dict__.setdefault('ranks', {})
            names = tinycss2.serialize(rule.prelude).replace(' ', '').split(',')
            layers = [ranks.setdefault(name or object(), len(ranks)) for name in names]
            if rule.content is not None:
                layer = Layer(matcher, layers[0])
                content = tinycss2.parse_rule_list(rule.content)
                preprocess(preprocess_stylesheet, medium, base_url, content, url_fetcher, layer, layer.page_rules, *others, **named)
                page_rules.extend(layer.page_rules_in_layer())
        else:
            if rule.type == 'qualified-rule':
                style_rules.append(rule)
            plain.append(rule)
    add(plain, matcher, page_rules)
