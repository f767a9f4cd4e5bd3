"""Corrects what WeasyPrint lays out or paints otherwise than CSS says."""
import ctypes
from math import inf
from types import SimpleNamespace

import weasyprint.css.computed_values
import weasyprint.document
import weasyprint.draw
import weasyprint.formatting_structure.build
import weasyprint.layout.absolute
import weasyprint.layout.block
import weasyprint.layout.flex
import weasyprint.layout.float
import weasyprint.layout.inline
import weasyprint.layout.page
import weasyprint.layout.preferred
import weasyprint.layout.table
import weasyprint.pdf.stream
import weasyprint.text.line_break
from weasyprint.css.properties import Dimension
from weasyprint.matrix import Matrix
from weasyprint.text.ffi import ffi

SIDES = 'top', 'right', 'bottom', 'left'


def correct(functions, name, before=None):
    """Decorates a function that is given one of these functions, and returns what takes its place, in versions before one that is right."""
    def put(correction):
        if not before or int(weasyprint.__version__.split('.')[0]) < before:
            functions[name] = correction(functions[name])
        return correction

    return put


@correct(vars(weasyprint.layout.float), 'avoid_collisions')
def stay_if_empty(avoid_collisions):
    """Keeps floats without height in place: WeasyPrint moves them to the page's upper left corner, with what is positioned in them."""
    def avoid(context, box, containing_block, outer=True):
        x, y, width = avoid_collisions(context, box, containing_block, outer)
        if box.is_floated() and box.border_height() == 0:
            return containing_block.content_box_x(), box.position_y, width
        return x, y, width

    return avoid


@correct(vars(weasyprint.layout.block), 'absolute_layout')
def refer_to_least_height(absolute_layout):
    """Lays out absolute boxes in a box as tall as its least height: WeasyPrint applies that afterwards."""
    def lay_out(context, placeholder, box, *others, **named):
        height = box.height
        room = context.page_bottom - box.content_box_y()  # the box may go on on the next page
        box.height = max(height, min(box.min_height, room))
        absolute_layout(context, placeholder, box, *others, **named)
        box.height = height

    return lay_out


@correct(vars(weasyprint.layout.block), 'block_container_layout')
def fix_to_transformed(block_container_layout):
    """Makes transformed boxes contain their absolute and fixed boxes (CSS Transforms 1, 3)."""
    def lay_out(context, box, bottom_space, skip_stack, page_is_empty, absolute_boxes, fixed_boxes, *others, **named):
        if box.element_tag == 'platen-copy' and not context.in_copy:
            context.in_copy = True
            result = lay_out(context, box, bottom_space, skip_stack, page_is_empty, absolute_boxes, fixed_boxes, *others, **named)
            context.in_copy = False
            return result
        if not box.style['transform']:
            return block_container_layout(
                context, box, bottom_space, skip_stack, page_is_empty, absolute_boxes, fixed_boxes, *others, **named)
        contained = []
        result = block_container_layout(
            context, box, bottom_space, skip_stack, page_is_empty, contained, contained, *others, **named)
        if result[0]:
            for placeholder in contained:
                placeholder.style = placeholder.style.copy()
                placeholder.style['position'] = 'absolute'
                weasyprint.layout.block.absolute_layout(context, placeholder, result[0], contained, bottom_space, None)
        return result

    return lay_out


@correct(vars(weasyprint.layout.block), 'block_container_layout')
def keep_height_of_floats(block_container_layout):
    """Lays out boxes that contain their floats (overflow: hidden) one below the other, if they contain nothing else (CSS 2, 10.6.7)."""
    def lay_out(context, box, *others, **named):
        printed, resume_at, next_page, margins, collapses, *rest = block_container_layout(context, box, *others, **named)
        return printed, resume_at, next_page, margins, collapses and not printed.height, *rest

    return lay_out


@correct(vars(weasyprint.draw), 'draw_background')
def leave_out_empty(draw_background):
    """Paints no colour of boxes without area: readers of PDFs show it as a line."""
    def draw(stream, background, clip_box=True, *others, **named):
        if background and clip_box and all(0 in box[2:4] for box in background.layers[-1].clipped_boxes):
            background = background._replace(color=SimpleNamespace(alpha=0))
        draw_background(stream, background, clip_box, *others, **named)

    return draw


@correct(vars(weasyprint.layout.table), 'distribute_excess_width', before=63)
def distribute_by_content(distribute_excess_width):
    """Widens columns in proportion to their content (CSS Tables 3, "Distributing excess width to columns"), and not all by the same."""
    def distribute(context, grid, excess, widths, constrained, percentages, content, columns=slice(0, None)):
        free = [i for i in range(len(grid))[columns] if percentages[i] == 0]
        widened = [i for i in free if not constrained[i]] or free
        shares = {i: content[i] for i in widened if content[i] > 0}
        if not shares or excess <= 0:
            return distribute_excess_width(context, grid, excess, widths, constrained, percentages, content, columns)
        total = sum(shares.values())
        for i, share in shares.items():
            widths[i] += excess * share / total

    return distribute


@correct(vars(weasyprint.layout.preferred), 'replaced_max_content_width')
def take_percentages_as_auto(replaced_max_content_width):
    """Measures images whose width is a percentage by their own width, and not as nothing (CSS Sizing 3, 5.2.1)."""
    def measure(box, outer=True):
        if getattr(box.style['width'], 'unit', None) == '%':
            box = box.copy()
            box.style = box.style.copy()
            box.style['width'] = 'auto'
        return replaced_max_content_width(box, outer)

    return measure


@correct(vars(weasyprint.layout.block), 'table_layout')
def spread_rows(table_layout):
    """Makes the rows of a table as tall together as the table, if that has a height: WeasyPrint leaves room below the rows."""
    def lay_out(context, table, bottom_space, skip_stack, containing_block, page_is_empty, absolute_boxes, fixed_boxes):
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
            row.style = row.style.copy()
            row.style['height'] = Dimension(height * (1 + spare / total), 'px')
        return table_layout(*arguments)

    return lay_out


def centre_heads(set_computed_styles):
    """Centres the text of head cells unless their row says otherwise (HTML, 15.3.8): WeasyPrint's own style sheet does not."""
    def compute(style_for, element, parent, pseudo_type=None, **named):
        if getattr(element, 'tag', '') == 'th' and not pseudo_type and style_for(parent)['text_align_all'] == 'start':
            style_for.get_cascaded_styles().setdefault((element, None), {}).setdefault('text_align_all', ('center', None))
        set_computed_styles(style_for, element, parent, pseudo_type=pseudo_type, **named)

    return compute


weasyprint.css.StyleFor.set_computed_styles = centre_heads(weasyprint.css.StyleFor.set_computed_styles)


@correct(weasyprint.css.computed_values.COMPUTER_FUNCTIONS, 'display', before=64)
def make_flex_items_blocks(display):
    """Makes the children of flexible boxes blocks, with their own margins and sizes (CSS Flexible Box Layout 1, 4)."""
    def compute(style, name, value):
        value = display(style, name, value)
        flexible = style.parent_style and 'flex' in style.parent_style['display']
        image = getattr(style.element, 'tag', '') in ('img', SVG + 'svg')  # those it would move to the left
        if flexible and value == ('inline', 'flow') and not image:
            return 'block', *value[1:]
        return value

    return compute


@correct(vars(weasyprint.formatting_structure.build), 'flex_boxes', before=64)
def stack_columns(flex_boxes):
    """Makes columns blocks where that looks the same: WeasyPrint puts columns on one page, with items over each other, or without those at
    the end. It is done before the layout, in which a row gives the columns in it a height."""
    def build(box):
        box = flex_boxes(box)
        return stacked(box) if is_column(box) and is_stack(box) else box

    return build


@correct(vars(weasyprint.layout.block), 'block_level_layout_switch', before=64)
def divide_columns(block_level_layout_switch):
    """Lays out other columns as blocks, too, where they take more than the page or break it."""
    def lay_out(context, box, bottom_space, skip_stack, *others, **named):
        def on(box):
            return block_level_layout_switch(context, box, bottom_space, skip_stack, *others, **named)

        if not is_column(box) or bottom_space == -inf and not context.in_stack:
            return on(box)
        if skip_stack is None and not context.in_stack:
            containing_block, page_is_empty, _, _, margins, *_ = *others, *named.values()
            context.in_stack = True
            natural, resume_at, *_ = block_level_layout_switch(
                context, stacked(box), -inf, None, containing_block, page_is_empty, [], [], [], False, None)
            context.in_stack = False
            if not resume_at and natural.position_y + natural.margin_height() <= end_of_page(context, box, bottom_space, margins):
                return on(box)
        return on(stacked(box))

    return lay_out


weasyprint.layout.LayoutContext.in_stack = False  # its columns are measured as blocks, too


def end_of_page(context, box, bottom_space, margins):
    """The end of the page's content for a box that the margins before it move down."""
    return context.page_bottom - bottom_space - weasyprint.layout.block.collapse_margin([*margins, box.margin_top]) + box.margin_top


def is_column(box):
    """Whether a flexible box is a column without lines, and as tall as its items."""
    return isinstance(box, weasyprint.formatting_structure.boxes.FlexBox) and (
        box.style['flex_direction'].startswith('column') and (box.style['flex_wrap'], box.style['height']) == ('nowrap', 'auto'))


def stacked(box):
    """A column as a block with its items one below the other, each in a box of its own, so that margins do not collapse (CSS Flexible Box
    Layout 1, 3). Items that are not as wide as the column are in a row, which aligns them. Positioned boxes are at the top."""
    boxes = weasyprint.formatting_structure.boxes

    def wrapped(item):
        align = box.style['align_items'] if item.style['align_self'] == 'auto' else item.style['align_self']
        row = align in ('flex-start', 'center', 'flex-end')
        wrapper = (boxes.FlexBox if row else boxes.BlockBox).anonymous_from(item, [item])
        wrapper.style['display'] = 'block', 'flex' if row else 'flow-root'
        if row:
            wrapper.style['justify_content'] = align
            wrapper.children = [item.copy()]
            wrapper.children[0].style = item.style.copy()
            wrapper.children[0].style.update(flex_grow=0, flex_basis='auto', align_self='flex-start')
        return wrapper

    stack = box.copy()
    stack.__class__ = boxes.BlockBox
    items = sorted((child for child in box.children if child.is_in_normal_flow()), key=lambda child: child.style['order'])
    if box.style['flex_direction'].endswith('reverse'):
        items.reverse()
    stack.children = [child for child in box.children if not child.is_in_normal_flow()] + [wrapped(item) for item in items]
    return stack


def is_stack(box):
    """Whether the items of a column are as wide as it, in their order, without room between them."""
    style, items = box.style, [child.style for child in box.children if child.is_in_normal_flow()]
    if (style['flex_direction'], style['align_items']) != ('column', 'stretch'):
        return False
    if any(item['order'] or item['align_self'] not in ('auto', 'stretch') for item in items):
        return False
    has_room = style['min_height'] not in ('auto', Dimension(0, 'px')) or box.is_flex_item
    takes_room = any(item['flex_grow'] or 'auto' in (item['margin_top'], item['margin_bottom']) for item in items)
    return not has_room or style['justify_content'] == 'flex-start' and not takes_room


@correct(vars(weasyprint.layout.block), 'block_level_layout_switch', before=64)
def divide_lines(block_level_layout_switch):
    """Breaks flexible boxes between their lines: WeasyPrint leaves out the lines that are not on the first page."""
    def lay_out(context, box, bottom_space, skip_stack, *others, **named):
        def on(bottom_space):
            return block_level_layout_switch(context, box, bottom_space, skip_stack, *others, **named)

        if bottom_space == -inf or not has_lines(box):
            return on(bottom_space)
        printed, _, *rest = on(-inf)
        _, _, absolute_boxes, fixed_boxes, margins, *_ = *others, *named.values()
        page_bottom = end_of_page(context, box, bottom_space, margins)
        line, top, bottom = 0, printed.content_box_y(), printed.content_box_y()
        positioned = [child for child in printed.children if not child.is_flex_item]
        printed_items = [child for child in printed.children if child.is_flex_item]
        for i, child in enumerate(printed_items):
            if child.position_y >= bottom:
                line, top = i, bottom
            bottom = max(bottom, child.position_y + child.margin_height())
            if bottom > page_bottom:
                break
        else:
            return printed, None, *rest
        weasyprint.layout.block.remove_placeholders(context, printed_items[line:], absolute_boxes, fixed_boxes)
        if not line:  # it goes to the next page, or is divided if that is too small for it
            weasyprint.layout.block.remove_placeholders(context, positioned, absolute_boxes, fixed_boxes)
            return on(bottom_space)
        printed.children, printed.height = printed_items[:line] + positioned, top - printed.content_box_y()
        items = [i for i, child in enumerate(box.children) if child.is_flex_item and i >= min(skip_stack or [0])]
        return printed, {items[line]: None}, *rest

    return lay_out


def has_lines(box):
    """Whether a box is flexible, and has lines from the top to the bottom that are as tall as their items."""
    return isinstance(box, weasyprint.formatting_structure.boxes.FlexBox) and not any(child.style['order'] for child in box.children) and (
        box.style['flex_direction'], box.style['flex_wrap'], box.style['height']) == ('row', 'wrap', 'auto')


@correct(vars(weasyprint.layout.block), 'flex_layout', before=64)
@correct(vars(weasyprint.layout.inline), 'flex_layout', before=64)
@correct(vars(weasyprint.layout.flex), 'flex_layout', before=64)
def show_positioned(flex_layout):
    """Shows the absolute and fixed boxes in flexible ones, which WeasyPrint leaves out, at the content's corner unless they say where. Those
    in positioned flexible boxes are placed in these (CSS Flexible Box Layout 1, 4.1)."""
    def lay_out(context, box, bottom_space, skip_stack, containing_block, page_is_empty, absolute_boxes, fixed_boxes):
        own = [] if box.style['position'] == 'relative' else absolute_boxes
        printed, *rest = flex_layout(context, box, bottom_space, skip_stack, containing_block, page_is_empty, own, fixed_boxes)
        for child in [] if skip_stack else box.children:
            if child.is_absolutely_positioned():
                placeholder = weasyprint.layout.absolute.AbsolutePlaceholder(child.copy())
                placeholder.position_x, placeholder.position_y = printed.content_box_x(), printed.content_box_y()
                printed.children.append(placeholder)
                (own if child.style['position'] == 'absolute' else fixed_boxes).append(placeholder)
        for placeholder in [] if own is absolute_boxes else own:
            weasyprint.layout.absolute.absolute_layout(context, placeholder, printed, fixed_boxes, bottom_space, None)
        return printed, *rest

    return lay_out


@correct(vars(weasyprint.layout.block), 'block_replaced_box_layout', before=64)
def keep_images_in_place(block_replaced_box_layout):
    """Keeps the images among flexible boxes where these are placed: WeasyPrint moves them to the left."""
    def lay_out(context, box, containing_block):
        x, y = box.position_x, box.position_y
        result = block_replaced_box_layout(context, box, containing_block)
        if box.is_flex_item:
            result[0].position_x, result[0].position_y = x, y
        return result

    return lay_out


pango = ctypes.CDLL('libpango-1.0.so.0')
pango.pango_layout_get_context.restype = ctypes.c_void_p


@correct(vars(weasyprint.text.line_break), 'Layout', before=65)
def give_text_its_direction(layout):
    """Lays out text in the direction of its element, as for the punctuation at its ends, and not in that of its first letter."""
    class Layout(layout):
        def setup(self, context, font_size, style):
            super().setup(context, font_size, style)
            text = ctypes.c_void_p(int(ffi.cast('uintptr_t', self.layout)))
            pango.pango_context_set_base_dir(ctypes.c_void_p(pango.pango_layout_get_context(text)), style['direction'] == 'rtl')
            pango.pango_layout_set_auto_dir(text, False)

    return Layout


@correct(vars(weasyprint.layout.block), 'force_page_break')
def keep_copies_whole(force_page_break):
    """Does not break pages in the copies of headers: their boxes have size containment, which WeasyPrint does not know."""
    return lambda page_break, context: not context.in_copy and force_page_break(page_break, context)


weasyprint.layout.LayoutContext.in_copy = False

@correct(vars(weasyprint.draw), 'draw_border')
def leave_out_borders_without_width(draw_border):
    """Paints no borders without width beside others of their colour: readers of PDFs show them as lines."""
    def draw(stream, box):
        empty = [side for side in SIDES if not getattr(box, f'border_{side}_width') and box.style[f'border_{side}_style'] != 'none']
        if empty:
            box = box.copy()
            box.style = box.style.copy()
            box.style.update({f'border_{side}_style': 'none' for side in empty})
        draw_border(stream, box)

    return draw


# Backgrounds and groups are painted as far as the page, measured without transforms: those that a transform brings onto the page are not.
FAR = 1e5
weasyprint.pdf.stream.Stream.page_rectangle = property(lambda stream: (-FAR, -FAR, 2 * FAR, 2 * FAR), lambda stream, page: None)


def enlarge_cells(add_pattern):
    """Gives patterns of one unit, as those of gradients since 70, cells of a hundred: readers of PDFs (poppler 22.12) paint none of one."""
    def add(stream, *arguments):
        *cell, matrix = arguments
        if max(cell) > 2:  # a gradient that is turned may have more than one unit
            return add_pattern(stream, *arguments)
        pattern = add_pattern(stream, *(100 * side for side in cell), Matrix(1 / 100, d=1 / 100) @ matrix)
        pattern.transform(100, d=100)
        return pattern

    return add


weasyprint.pdf.stream.Stream.add_pattern = enlarge_cells(weasyprint.pdf.stream.Stream.add_pattern)


@correct(vars(weasyprint.layout), 'make_all_pages')
def shrink_to_fit(make_all_pages):
    """Lays out a document that is wider than its pages on larger ones, which are painted smaller, as browsers do. What is wider even so is
    painted to the paper's edge: a clip at the page's content, as of browsers, would leave words in the PDF that nobody sees."""
    def make(context, root_box, html, pages):
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

    return make


weasyprint.HTML.enlarged = weasyprint.layout.LayoutContext.enlarged = 1
MOST_ENLARGED = 1.5  # as in Chrome


def scale(page, by, axes=(('width', 'left', 'right'), ('height', 'top', 'bottom'))):
    for size, *sides in axes:
        for name in size, *(part.format(side) for side in sides for part in ('margin_{}', 'border_{}_width', 'padding_{}')):
            setattr(page, name, getattr(page, name) * by)


def enlarge(*axis):
    def correction(page_size):
        def lay_out(page, context, room):
            page_size(page, context, room)
            scale(page, context.enlarged, [axis])

        return lay_out

    return correction


correct(vars(weasyprint.layout.page), 'page_width')(enlarge('width', 'left', 'right'))
correct(vars(weasyprint.layout.page), 'page_height')(enlarge('height', 'top', 'bottom'))


@correct(vars(weasyprint.layout), 'make_margin_boxes')
def keep_margin_boxes(make_margin_boxes):
    """Keeps the size of margin boxes on pages that are enlarged."""
    def make(context, page, state):
        by = context.enlarged
        scale(page, 1 / by)
        for box in make_margin_boxes(context, page, state):
            if by > 1:
                box.style = box.style.copy()
                box.style['transform'] = ('scale', (by, by)),
                box.style['transform_origin'] = Dimension(-box.border_box_x(), 'px'), Dimension(-box.border_box_y(), 'px')
            yield box
        scale(page, by)

    return make


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
