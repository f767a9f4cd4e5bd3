"""Corrects what WeasyPrint lays out or paints otherwise than CSS says."""
import re
from functools import partial, update_wrapper
from types import SimpleNamespace

import weasyprint.css.computed_values
import weasyprint.document
import weasyprint.draw
import weasyprint.formatting_structure.build
import weasyprint.layout.block
import weasyprint.layout.float
import weasyprint.layout.inline
import weasyprint.layout.leader
import weasyprint.layout.page
import weasyprint.layout.preferred
import weasyprint.layout.replaced
import weasyprint.layout.table
import weasyprint.pdf.stream
import weasyprint.text.line_break
from weasyprint.css.properties import Dimension
from weasyprint.formatting_structure.boxes import ReplacedBox, TableColumnBox, TableColumnGroupBox, TableRowBox
from weasyprint.matrix import Matrix
from weasyprint.text.ffi import ffi, gobject, pango

SIDES = 'top', 'right', 'bottom', 'left'
LAYOUT_UNIT = 1 / 64  # pixels, as in Chrome: less is rounding


def correct(owner, name, before=None):
    """Decorates what takes the place of a function of a module, a class or a dictionary, and is given that before its arguments, in
    versions before one that is right."""
    def put(correction):
        if before and VERSION >= before:
            return correction
        original = owner[name] if isinstance(owner, dict) else getattr(owner, name)
        corrected = update_wrapper(partial(correction, original), original)
        if isinstance(owner, dict):
            owner[name] = corrected
        elif isinstance(owner, type):
            setattr(owner, name, lambda *arguments, **named: correction(original, *arguments, **named))  # a partial is no method
        else:
            setattr(owner, name, corrected)
        return correction

    return put


def restyle(box, **values):
    """Gives a box a style of its own, with these values."""
    box.style = box.style.copy()
    box.style.update(values)
    return box


@correct(weasyprint.layout.block, 'absolute_layout')
def refer_to_least_height(absolute_layout, context, placeholder, box, *others, **named):
    """Lays out absolute boxes in a box as tall as its least height: WeasyPrint applies that afterwards."""
    height = box.height
    room = context.page_bottom - box.content_box_y()  # the box may go on on the next page
    box.height = max(height, min(box.min_height, room))
    absolute_layout(context, placeholder, box, *others, **named)
    box.height = height


@correct(weasyprint.layout.block, 'block_container_layout')
def fix_to_transformed(
        block_container_layout, context, box, bottom_space, skip_stack, page_is_empty, absolute_boxes, fixed_boxes, *others, **named):
    """Makes transformed boxes contain their absolute and fixed boxes (CSS Transforms 1, 3)."""
    if not box.style['transform']:
        return block_container_layout(
            context, box, bottom_space, skip_stack, page_is_empty, absolute_boxes, fixed_boxes, *others, **named)
    contained = []
    result = block_container_layout(
        context, box, bottom_space, skip_stack, page_is_empty, contained, contained, *others, **named)
    if result[0]:
        for placeholder in contained:
            restyle(placeholder, position='absolute')
            weasyprint.layout.block.absolute_layout(context, placeholder, result[0], contained, bottom_space, None)
    return result


@correct(weasyprint.draw, 'draw_background')
def leave_out_empty(draw_background, stream, background, clip_box=True, *others, **named):
    """Paints no colour of boxes without area: readers of PDFs show it as a line."""
    if background and clip_box and all(0 in box[2:4] for box in background.layers[-1].clipped_boxes):
        background = background._replace(color=SimpleNamespace(alpha=0))
    draw_background(stream, background, clip_box, *others, **named)


@correct(weasyprint.layout.table, 'distribute_excess_width', before=63)
def distribute_by_content(
        distribute_excess_width, context, grid, excess, widths, constrained, percentages, content, columns=slice(0, None)):
    """Widens columns in proportion to their content (CSS Tables 3, "Distributing excess width to columns"), and not all by the same."""
    free = [i for i in range(len(grid))[columns] if percentages[i] == 0]
    widened = [i for i in free if not constrained[i]] or free
    shares = {i: content[i] for i in widened if content[i] > 0}
    if not shares or excess <= 0:
        return distribute_excess_width(context, grid, excess, widths, constrained, percentages, content, columns)
    total = sum(shares.values())
    for i, share in shares.items():
        widths[i] += excess * share / total


@correct(weasyprint.layout.table, 'table_and_columns_preferred_widths')
def prefer_least_width(preferred_widths, context, box, outer=True):
    """Makes the preferred width of a column no smaller than its least one (CSS Tables 3, "Computing column measures"): where cells span
    columns, WeasyPrint shares out both by themselves, and divides by zero where their sums are equal."""
    widths = preferred_widths(context, box, outer)
    least, preferred = widths[2:4]
    preferred[:] = map(max, least, preferred)
    return widths


@correct(weasyprint.formatting_structure.build, 'wrap_table')
def count_columns_of_all_rows(wrap_table, box, children):
    """Gives tables of fixed layout a column for each cell of their longest row (CSS Tables 3, "Track and cell counting"): WeasyPrint has
    those of their first row, and leaves out what is in others."""
    wrapper = wrap_table(box, children)
    table = wrapper.get_wrapped_table()
    if table.style['table_layout'] == 'fixed':
        known = sum(len(group.children) for group in table.column_groups)
        cells = (cell for group in table.children for row in group.children for cell in row.children)
        columns = max((cell.grid_x + cell.colspan for cell in cells), default=0)
        if columns > known:
            group = TableColumnGroupBox.anonymous_from(table, [TableColumnBox.anonymous_from(table, []) for _ in range(known, columns)])
            group.grid_x = known
            for x, column in enumerate(group.children, known):
                column.grid_x = x
            table.column_groups += group,
    return wrapper


@correct(weasyprint.layout.preferred, 'inline_line_widths')
def compress_images(inline_line_widths, context, box, outer, is_line_start, minimum, *others, **named):
    """Lets images in lines that are parts of their box, or at the most, be as narrow as it (CSS Sizing 3, 5.2.2): WeasyPrint makes cells of
    tables as wide as these images are by themselves."""
    def compressible(child):
        return isinstance(child, ReplacedBox) and '%' in (getattr(child.style[name], 'unit', '') for name in ('width', 'max_width'))

    if minimum and any(map(compressible, box.children)):
        none = Dimension(0, 'px')
        box = box.copy_with_children([restyle(c.copy(), width=none) if compressible(c) else c for c in box.children])
    return inline_line_widths(context, box, outer, is_line_start, minimum, *others, **named)


@correct(weasyprint.layout.preferred, 'replaced_max_content_width')
def take_percentages_as_auto(replaced_max_content_width, box, outer=True):
    """Measures images whose width is a percentage by their own width, and not as nothing (CSS Sizing 3, 5.2.1)."""
    if getattr(box.style['width'], 'unit', None) == '%':
        box = restyle(box.copy(), width='auto')
    return replaced_max_content_width(box, outer)


@correct(weasyprint.layout.preferred, '_block_content_width')
def measure_by_borders(block_content_width, context, box, *others):
    """Measures boxes whose width is that of their borders by it (CSS Box Sizing 3, 3.3): WeasyPrint 57 adds padding and borders again."""
    style = box.style
    if style['box_sizing'] == 'border-box' and getattr(style['width'], 'unit', '') == 'px':
        paddings = (style[f'padding_{side}'] for side in ('left', 'right'))
        beside = sum(padding.value for padding in paddings if getattr(padding, 'unit', '') == 'px')
        beside += sum(style[f'border_{side}_width'] for side in ('left', 'right'))
        box = restyle(box.copy(), width=Dimension(max(0, style['width'].value - beside), 'px'), box_sizing='content-box')
    return block_content_width(context, box, *others)


@correct(weasyprint.layout.block, 'table_layout')
def spread_rows(table_layout, context, table, bottom_space, skip_stack, containing_block, page_is_empty, absolute_boxes, fixed_boxes):
    """Makes the rows of a table as tall together as the table, if that has a height: WeasyPrint leaves room below the rows."""
    arguments = context, table, bottom_space, skip_stack, containing_block, page_is_empty, absolute_boxes, fixed_boxes
    result = table_layout(*arguments)
    printed, resume_at, *_ = result
    if table.height == 'auto' or skip_stack or resume_at or not (printed and printed.children):
        return result
    last = printed.children[-1]
    spacing = table.style['border_spacing'][1] if table.style['border_collapse'] == 'separate' else 0
    spare = printed.content_box_y() + printed.height - spacing - last.position_y - last.height
    rows = [(row, laid_out.height) for before, after in zip(table.children, printed.children)
            for row, laid_out in zip(before.children, after.children)]
    grown = [(row, height) for row, height in rows if row.style['height'] == 'auto'] or rows
    total = sum(height for _, height in grown)
    if spare < 1 or not total:
        return result
    weasyprint.layout.block.remove_placeholders(context, [printed], absolute_boxes, fixed_boxes)
    for row, height in grown:
        restyle(row, height=Dimension(height * (1 + spare / total), 'px'))
    return table_layout(*arguments)


@correct(weasyprint.layout.block, 'table_layout')
def separate_columns(table_layout, *arguments):
    """Gives each part of a table columns of its own: WeasyPrint has one set for all pages, and fails if one of them has a background."""
    result = table_layout(*arguments)
    if part := result[0]:
        part.column_groups = tuple(group.copy_with_children([column.copy() for column in group.children]) for group in part.column_groups)
    return result


@correct(weasyprint.layout.block, 'columns_layout')
def fill_narrow(columns_layout, context, box, bottom_space, skip_stack, containing_block, *others):
    """Lays out one column where none of its width has room (CSS Multi-column Layout 1, 3.4): WeasyPrint divides by their number, zero."""
    width = box.style['column_width']
    if width != 'auto':
        measured = box.copy()
        weasyprint.layout.block.block_level_width(measured, containing_block)
        if measured.width < width:
            box = restyle(box.copy(), column_count='auto')
    return columns_layout(context, box, bottom_space, skip_stack, containing_block, *others)


@correct(weasyprint.layout.inline, 'split_inline_box')
def refer_to_block(split_inline_box, context, box, position_x, max_x, bottom_space, skip_stack, containing_block, *others):
    """Gives lines and what is in them the width of their block: where it breaks a line inside them, WeasyPrint takes percentages of theirs,
    which may be auto."""
    box.width = containing_block.width
    return split_inline_box(context, box, position_x, max_x, bottom_space, skip_stack, containing_block, *others)


@correct(weasyprint.layout.inline, 'handle_leader')
def fill_leaders_once(handle_leader, context, line, containing_block):
    """Fills a leader once: WeasyPrint lays out the lines of inline blocks twice, and fails at a leader that has been filled."""
    leader = weasyprint.layout.leader.leader_index(line)[1]
    if not leader or len(leader.children) < 2:
        handle_leader(context, line, containing_block)


sheet = SimpleNamespace(height=0, room=0)  # the page that is laid out, with its margins and without them


@correct(weasyprint.layout.page, 'page_height')
def measure_sheet(page_height, page, *others):
    page_height(page, *others)
    sheet.height, sheet.room = page.margin_height(), page.height


def reduced(image):
    """The width and the height of an image that has room on its page, with the descent of a line."""
    beside = image.margin_height() - image.height + image.style['font_size']
    by = max(0, min(1, (sheet.room - beside) / image.height)) if image.height > sheet.height else 1
    return image.width * by, image.height * by


@correct(weasyprint.layout.float, 'inline_replaced_box_width_height')
@correct(weasyprint.layout.replaced, 'inline_replaced_box_width_height')
def reduce_images(inline_replaced_box_width_height, box, containing_block):
    """Reduces images that are taller than the paper to the height of the page: browsers cut them into pages, and WeasyPrint leaves out what
    is beyond the paper's end, with the text of their lines."""
    inline_replaced_box_width_height(box, containing_block)
    box.width, box.height = reduced(box)


@correct(weasyprint.layout.block, 'block_replaced_box_layout')
def reduce_blocks(block_replaced_box_layout, context, box, containing_block):
    result = block_replaced_box_layout(context, box, containing_block)
    width, height = reduced(result[0])
    if height == result[0].height:
        return result
    box = restyle(box.copy(), width=Dimension(width, 'px'), height=Dimension(height, 'px'))
    box.width, box.height = width, height
    return block_replaced_box_layout(context, box, containing_block)


@correct(weasyprint.layout.block, 'block_level_width')
@correct(weasyprint.layout.block.block_level_width, 'without_min_max')
def keep_centred(block_level_width, box, containing_block, *others):
    """Keeps boxes that fill their container with their margins in their place from right to left (CSS 2, 10.3.3): WeasyPrint 70
    moves those with automatic margins to the right, off the page."""
    x = getattr(box, 'position_x', None)  # images in a line are measured before they have a place
    block_level_width(box, containing_block, *others)
    width = containing_block[0] if isinstance(containing_block, tuple) else containing_block.width
    if x is not None and abs(width - box.margin_width()) < LAYOUT_UNIT:
        box.position_x = x


def set_baseline(row, y):
    """Leaves a row without cells aligned by their baselines to the end of its group, where WeasyPrint gives it that of its content: before,
    it has the row's place on the page for that, and moves down by it what is beside a table in the cell of another."""
    aligned = any(cell.vertical_align == 'baseline' for cell in row.children)
    vars(row)['baseline'] = y if aligned or 'baseline' in vars(row) else None


TableRowBox.baseline = property(lambda row: vars(row).get('baseline'), set_baseline)


@correct(weasyprint.css.StyleFor, 'set_computed_styles')
def declare_as_browsers(set_computed_styles, style_for, element, parent, pseudo_type=None, **named):
    """Adds what browsers declare of an element: WeasyPrint's own style sheet does not."""
    declare = not pseudo_type and DECLARED.get(getattr(element, 'tag', ''))
    if declare:
        declare(style_for.get_cascaded_styles().setdefault((element, None), {}), element, parent and style_for(parent))
    set_computed_styles(style_for, element, parent, pseudo_type=pseudo_type, **named)


def centre_head(declared, _, row):
    """Centres the text of head cells unless their row says otherwise (HTML, 15.3.8)."""
    if row['text_align_all'] == 'start':
        declared.setdefault('text_align_all', ('center', None))


def begin_list(declared, element, _):
    """Begins the numbers of each list anew, whatever other counters its author resets there, and those of a reversed one with that of its
    items."""
    counters, weight = declared.get('counter_reset', ('initial', None))
    if isinstance(counters, tuple) and not dict(counters).get('list-item'):
        start = element.get('start', '')
        items = len(element.findall('li')) if 'reversed' in element.attrib else 0
        others = (counter for counter in counters if counter[0] != 'list-item')
        declared['counter_reset'] = (*others, ('list-item', int(start) if re.fullmatch(r'-?\d+', start) else items)), weight


def size_drawing(declared, element, _):
    """Takes the width and height of a drawing for properties (SVG 2, 8.2): WeasyPrint knows no percentages there."""
    for name in ('width', 'height'):
        size = re.fullmatch(r'\s*(\d+\.?\d*|\.\d+)(px|%|[cm]m|in|p[tc]|r?em|ex|ch)?\s*', element.get(name, ''))
        if size:
            declared.setdefault(name, (Dimension(float(size[1]), size[2] or 'px'), None))


SVG = '{http://www.w3.org/2000/svg}'
DECLARED = {'th': centre_head, 'ol': begin_list, 'ul': begin_list, 'menu': begin_list, SVG + 'svg': size_drawing}


@correct(weasyprint.css.computed_values.COMPUTER_FUNCTIONS, 'vertical_align')
def raise_by_parent(vertical_align, style, name, value):
    """Raises and lowers indices by the parts of the font around them that browsers do, and not by half of their own, which widens lines."""
    if value not in ('super', 'sub') or not style.parent_style:
        return vertical_align(style, name, value)
    size = style.parent_style['font_size']
    return size / 3 + 1 if value == 'super' else -size / 5 - 1


if VERSION < 65:
    ffi.cdef('''
        PangoContext * pango_layout_get_context (PangoLayout *layout);
        const PangoFontDescription * pango_layout_get_font_description (PangoLayout *layout);
        void pango_context_set_base_dir (PangoContext *context, int direction);
        void pango_layout_set_auto_dir (PangoLayout *layout, gboolean auto_dir);
        PangoAttrList * pango_attr_list_copy (PangoAttrList *list);
    ''', override=True)

    class Layout(weasyprint.text.line_break.Layout):
        """Lays out text in the direction of its element, as for the punctuation at its ends, and not in that of its first letter. Texts of
        the same font share what WeasyPrint makes for each, which takes a tenth of a page's time."""

        def setup(self, context, *size_and_style):  # only the style from 58 on
            made = {} if context is None else vars(context).setdefault('layouts', {})
            *size, style = size_and_style
            key = *size, ','.join(style['font_family']), style['text_decoration_line'] != 'none', *map(style.__getitem__, OF_LAYOUT)
            if key not in made:
                made[key] = first = Layout.__base__.__new__(Layout.__base__)
                first.setup(context, *size_and_style)
                pango.pango_context_set_base_dir(pango.pango_layout_get_context(first.layout), style['direction'] == 'rtl')
            first = made[key]
            vars(self).update(vars(first), style=style)
            self.layout = ffi.gc(pango.pango_layout_new(pango.pango_layout_get_context(first.layout)), gobject.g_object_unref)
            pango.pango_layout_set_auto_dir(self.layout, False)
            pango.pango_layout_set_font_description(self.layout, pango.pango_layout_get_font_description(first.layout))
            attributes = pango.pango_layout_get_attributes(first.layout)
            if attributes != ffi.NULL:
                attributes = ffi.gc(pango.pango_attr_list_copy(attributes), pango.pango_attr_list_unref)
                pango.pango_layout_set_attributes(self.layout, attributes)

    weasyprint.text.line_break.Layout = Layout


# The properties by which layouts of text differ before they have their text, and those by which it is divided into lines.
OF_LAYOUT = (
    'direction', 'lang', 'font_size', 'font_style', 'font_stretch', 'font_weight', 'font_language_override', 'font_variation_settings',
    'font_kerning', 'font_variant_ligatures', 'font_variant_position', 'font_variant_caps', 'font_variant_numeric',
    'font_variant_alternates', 'font_variant_east_asian', 'font_feature_settings')
OF_LINES = (
    *OF_LAYOUT, 'font_family', 'white_space', 'word_spacing', 'letter_spacing', 'word_break', 'overflow_wrap', 'tab_size',
    'hyphens', 'hyphenate_character', 'hyphenate_limit_chars', 'hyphenate_limit_zone')
MOST_TEXTS = 10_000


@correct(weasyprint.layout.preferred, 'split_first_line', before=65)
def measure_texts_once(split_first_line, text, style, context, *others, **named):
    """Keeps the measures of a document's last texts, of which tables and the copies of headers have the same many times."""
    texts = vars(context).setdefault('texts', {})
    key = text, *others, *named.values(), *map(style.__getitem__, OF_LINES)
    if key not in texts:
        if len(texts) > MOST_TEXTS:
            texts.clear()
        texts[key] = None, *split_first_line(text, style, context, *others, **named)[1:]  # without its layout
    return texts[key]


@correct(weasyprint.layout.page, 'make_page')
def keep_margins_at_forced_breaks(make_page, context, root_box, page_type, resume_at, page_number, *others):
    """Leaves out the margins at unforced breaks on named pages, too (CSS Fragmentation 3, 5.2): WeasyPrint takes each page that has a name
    for one after a forced break."""
    before, after = (context.page_maker[max(i, 0)][1] for i in (page_number - 2, page_number - 1))
    context.forced_break = after['break'] != 'any' or after['page'] != before['page']
    return make_page(context, root_box, page_type, resume_at, page_number, *others)


@correct(weasyprint.draw, 'draw_border')
def leave_out_borders_without_width(draw_border, stream, box):
    """Paints no borders without width beside others of their colour: readers of PDFs show them as lines."""
    empty = [side for side in SIDES if not getattr(box, f'border_{side}_width') and box.style[f'border_{side}_style'] != 'none']
    if empty:
        box = restyle(box.copy(), **{f'border_{side}_style': 'none' for side in empty})
    draw_border(stream, box)


# Backgrounds and groups are painted as far as the page, measured without transforms: those that a transform brings onto the page are not.
FAR = 1e5
weasyprint.pdf.stream.Stream.page_rectangle = property(lambda stream: (-FAR, -FAR, 2 * FAR, 2 * FAR), lambda stream, page: None)


@correct(weasyprint.pdf.stream.Stream, 'add_pattern')
def enlarge_cells(add_pattern, stream, *arguments):
    """Gives patterns of one unit, as those of gradients since 70, cells of a hundred: readers of PDFs (poppler 22.12) paint none of one."""
    *cell, matrix = arguments
    if max(cell) > 2:  # a gradient that is turned may have more than one unit
        return add_pattern(stream, *arguments)
    pattern = add_pattern(stream, *(100 * side for side in cell), Matrix(1 / 100, d=1 / 100) @ matrix)
    pattern.transform(100, d=100)
    return pattern


@correct(weasyprint.layout, 'make_all_pages')
def shrink_to_fit(make_all_pages, context, root_box, html, pages):
    """Lays out a document that is wider than its pages on larger ones, which are painted smaller, as browsers do. What is wider even so is
    painted to the paper's edge: a clip at the page's content, as of browsers, would leave words in the PDF that nobody sees."""
    footnotes = context.footnotes.copy()
    pages = list(make_all_pages(context, root_box, html, pages))
    if html.enlarged == 1:
        html.enlarged = context.enlarged = min(MOST_ENLARGED, max(map(overflow, pages)))
        if html.enlarged > 1:
            context.footnotes = footnotes
            context.running_elements.clear()
            context.tables.clear()
            weasyprint.layout.initialize_page_maker(context, root_box)
            pages = list(make_all_pages(context, root_box, html, []))
    return pages


weasyprint.HTML.enlarged = weasyprint.layout.LayoutContext.enlarged = 1
MOST_ENLARGED = 1.5  # as in Chrome


AXES = ('width', 'left', 'right'), ('height', 'top', 'bottom')


def scale(page, by, axes=AXES):
    for size, *sides in axes:
        for name in size, *(part.format(side) for side in sides for part in ('margin_{}', 'border_{}_width', 'padding_{}')):
            setattr(page, name, getattr(page, name) * by)


def enlarge(axis, page_size, page, context, room):
    page_size(page, context, room)
    scale(page, context.enlarged, [axis])


for axis in AXES:
    correct(weasyprint.layout.page, f'page_{axis[0]}')(partial(enlarge, axis))


MARGIN_BOXES = {f'@{row}-{part}' for row in ('top', 'bottom') for part in ('left-corner', 'left', 'center', 'right', 'right-corner')}
MARGIN_BOXES |= {f'@{side}-{part}' for side in ('left', 'right') for part in ('top', 'middle', 'bottom')}


@correct(weasyprint.layout, 'make_margin_boxes')
def keep_margin_boxes(make_margin_boxes, context, page, state):
    """Keeps the size of margin boxes on pages that are enlarged. Makes none for a page whose boxes have no content."""
    declared = context.style_for.get_cascaded_styles()
    if not any('content' in declared.get((page.page_type, name), ()) for name in MARGIN_BOXES):
        return
    by = context.enlarged
    scale(page, 1 / by)
    for box in make_margin_boxes(context, page, state):
        if by > 1:
            origin = Dimension(-box.border_box_x(), 'px'), Dimension(-box.border_box_y(), 'px')
            restyle(box, transform=(('scale', (by, by)),), transform_origin=origin)
        yield box
    scale(page, by)


def overflow(page):
    """How many times as wide as its page the content of a page is: at least 1. As in browsers, neither what is clipped nor what is fixed
    counts, nor what is beyond the edge at which the text begins."""
    root, beyond, transformed = page.children[0], 0, None
    first, last = page.content_box_x(), page.content_box_x() + page.width
    leftwards = next((box for box in root.children if box.element_tag == 'body'), root).style['direction'] == 'rtl'
    boxes = [(root, None)]
    while boxes:
        box, matrix = boxes.pop()
        if box.style['position'] == 'fixed':
            continue
        if box.style['transform'] and not transformed:
            transformed = weasyprint.document.Page(page)  # calculates all matrices
        if box.transformation_matrix:
            matrix = box.transformation_matrix @ matrix if matrix else box.transformation_matrix
        left, right = box.border_box_x(), box.border_box_x() + box.border_width()
        if matrix:
            top, bottom = box.border_box_y(), box.border_box_y() + box.border_height()
            corners = [matrix.transform_point(x, y)[0] for x in (left, right) for y in (top, bottom)]
            left, right = min(corners), max(corners)
        beyond = max(beyond, first - left if leftwards else right - last)
        if box.style['overflow'] == 'visible':
            boxes += ((child, matrix) for child in getattr(box, 'children', ()))
    return 1 + beyond / page.width if beyond > 0.5 and page.width > 0 else 1
