"""Corrects the flexible boxes of WeasyPrint before 64."""
from math import inf

import weasyprint.css.computed_values
import weasyprint.formatting_structure.build
import weasyprint.layout.absolute
import weasyprint.layout.block
import weasyprint.layout.flex
import weasyprint.layout.inline
import weasyprint.layout.preferred
from tinycss2.ast import IdentToken
from weasyprint.css.properties import Dimension
from weasyprint.css.validation.properties import PROPERTIES
from weasyprint.formatting_structure import boxes


@correct(weasyprint.css.computed_values.COMPUTER_FUNCTIONS, 'display', before=64)
def make_flex_items_blocks(display, style, name, value):
    """Makes the children of flexible boxes blocks, with their own margins and sizes (CSS Flexible Box Layout 1, 4)."""
    value = display(style, name, value)
    flexible = style.parent_style and 'flex' in style.parent_style['display']
    return ('block', *value[1:]) if flexible and value[0] == 'inline' else value


@correct(PROPERTIES, 'justify-content', before=64)
@correct(PROPERTIES, 'align-content', before=64)
@correct(PROPERTIES, 'align-items', before=64)
@correct(PROPERTIES, 'align-self', before=64)
def align_at_edges(validate, tokens):
    """Reads the edges that are not named after flexible boxes (CSS Box Alignment 3, 4.1), as those of text from left to right."""
    edge = EDGES.get(getattr(tokens[0], 'lower_value', None))
    return validate([IdentToken(0, 0, edge)] if edge and len(tokens) == 1 else tokens)


EDGES = {'start': 'flex-start', 'left': 'flex-start', 'end': 'flex-end', 'right': 'flex-end'}


@correct(weasyprint.layout.preferred, 'block_min_content_width', before=64)
@correct(weasyprint.layout.preferred, 'block_max_content_width', before=64)
def measure_all_items(block_content_width, context, box, outer=True):
    """Measures rows by all of their items (CSS Flexible Box Layout 1, 9.9.1): WeasyPrint makes cells as wide as the widest item."""
    flex_content_width = getattr(weasyprint.layout.preferred, block_content_width.__name__.replace('block', 'flex'))
    flexible = isinstance(box, boxes.FlexBox)
    by_items = flexible and getattr(box.style['width'], 'unit', '%') == '%'  # auto has no unit
    return (flex_content_width if by_items else block_content_width)(context, box, outer)


@correct(weasyprint.layout.block if VERSION < 63 else boxes.Box, 'establishes_formatting_context', before=64)
def contain_floats(establishes_formatting_context, box):
    """Makes items contain their floats (CSS Flexible Box Layout 1, 4): WeasyPrint lays them out again beside their floats of before."""
    return box.is_flex_item or establishes_formatting_context(box)


@correct(weasyprint.layout.block, 'block_level_layout_switch', before=64)
def stack_columns(block_level_layout_switch, context, box, bottom_space, skip_stack, *others, **named):
    """Lays out columns as blocks: WeasyPrint puts them on one page, with items over each other, narrow, or not at all."""
    if not is_column(box):
        return block_level_layout_switch(context, box, bottom_space, skip_stack, *others, **named)
    containing_block, page_is_empty, *_ = *others, *named.values()
    weasyprint.layout.block.block_level_width(box, containing_block)
    column = arranged(context, box, skip_stack, page_is_empty)
    return block_level_layout_switch(context, column, bottom_space, skip_stack, *others, **named)


def arranged(context, box, skip_stack, page_is_empty):
    """A column as a block. Its width is known."""
    column, height = stacked(context, box, box.width), height_of(box)
    if height and skip_stack is None and any(child.is_flex_item for child in box.children):
        natural = column.copy()
        natural.height, natural.min_height = 'auto', 0
        natural, *_ = weasyprint.layout.block.block_container_layout(
            context, natural, -inf, None, page_is_empty, [], [], [], False, None)
        if natural.height < height or box.height != 'auto':
            share_room(column, natural, height - natural.height)
    return column


def is_column(box):
    """Whether a flexible box is a column that is not divided into several."""
    flexible = isinstance(box, boxes.FlexBox)
    return flexible and box.style['flex_direction'].startswith('column') and box.style['flex_wrap'] == 'nowrap'


def height_of(box):
    """The height that a column has whatever is in it, in pixels: its row's is in its style."""
    height = 0 if box.height == 'auto' else box.height
    if getattr(box.style['height'], 'unit', '') == 'px':
        height = box.style['height'].value
        if box.style['box_sizing'] == 'border-box':
            height -= box.padding_top + box.padding_bottom + box.border_top_width + box.border_bottom_width
    return max(height, 0 if box.min_height == 'auto' else box.min_height)


def stacked(context, box, width):
    """A column of some width as a block with its items one below the other, each in a box of its own, so that margins do not collapse (CSS
    Flexible Box Layout 1, 3). Positioned boxes are at the top."""
    def wrapped(item):
        wrapper = boxes.BlockBox.anonymous_from(item, [item.copy()])
        wrapper.style.update(display=('block', 'flow-root'), flex_grow=item.style['flex_grow'])
        restyle(wrapper.children[0])
        align = alignment(box, item)
        free = item.style['margin_left'] == 'auto', item.style['margin_right'] == 'auto'
        align = {(True, True): 'center', (True, False): 'flex-end', (False, True): 'flex-start'}.get(free, align)
        if align in ALIGNED:
            room = width - fitted(context, wrapper.children[0], width)
            start = 'margin_right' if box.style['direction'] == 'rtl' else 'margin_left'
            wrapper.style[start] = Dimension(room * ALIGNED[align], 'px')
        return wrapper

    return as_block(box, [child for child in box.children if not child.is_flex_item] + [wrapped(item) for item in items_of(box)])


def items_of(box):
    """The items of a flexible box in the order in which they are laid out."""
    items = sorted((child for child in box.children if child.is_flex_item), key=lambda child: child.style['order'])
    if box.style['flex_direction'].endswith('reverse'):
        items.reverse()
    return items


def keyword(value, normal='stretch'):
    """The last word of a value, which has several ones since 62, and "normal" for what that is in flexible boxes."""
    word = value if isinstance(value, str) else value[-1]
    return normal if word == 'normal' else word


def alignment(box, item):
    own = keyword(item.style['align_self'])
    return keyword(box.style['align_items']) if own == 'auto' else own


def as_block(box, children):
    """A flexible box as a block, to which columns do not apply either (CSS Multi-column Layout 1, 2)."""
    block = restyle(box.copy(), display=('block', 'flow-root'), column_width='auto', column_count='auto')
    block.__class__, block.children = boxes.BlockBox, children
    return block


ALIGNED = {'flex-start': 0, 'center': 1 / 2, 'flex-end': 1}


def fitted(context, item, width):
    """Makes an item as wide as its content, in a box of some width. Returns the width with margins."""
    preferred, style = weasyprint.layout.preferred, item.style
    style.update({side: Dimension(0, 'px') for side in ('margin_left', 'margin_right') if style[side] == 'auto'})
    if getattr(style['width'], 'unit', '') == '%':
        style['width'] = Dimension(width * style['width'].value / 100, 'px')
    outer, inner = (preferred.max_content_width(context, item, outer) for outer in (True, False))
    if style['width'] != 'auto' or isinstance(item, boxes.ReplacedBox):
        return outer
    fitting = preferred.shrink_to_fit(context, item, width - (outer - inner)) + LAYOUT_UNIT  # whatever the rounding
    style.update(width=Dimension(fitting, 'px'), box_sizing='content-box')
    return outer - inner + fitting


def share_room(column, natural, room):
    """Gives the items of a column more height, or room between them (CSS Flexible Box Layout 1, 9.5 and 9.7), or places those that are too
    high for it."""
    wrappers = [child for child in column.children if child.is_in_normal_flow()]
    heights = [child.children[0].height for child in natural.children if child.is_in_normal_flow()]
    grow = sum(wrapper.style['flex_grow'] for wrapper in wrappers)
    sides = 'margin_top', 'margin_bottom'
    free = [(wrapper, side) for wrapper in wrappers for side in sides if wrapper.children[0].style[side] == 'auto']
    if grow and room > 0:
        for wrapper, height in zip(wrappers, heights):
            height += room * wrapper.style['flex_grow'] / max(grow, 1)
            wrapper.children[0].style.update(height=Dimension(height, 'px'), box_sizing='content-box')
    elif free and room > 0:
        for wrapper, side in free:
            wrapper.style[side] = Dimension(room / len(free), 'px')
    else:
        before, between = room_beside(column.style, room, len(wrappers))
        for wrapper, room in zip(wrappers, [before] + [between] * len(wrappers)):
            wrapper.style['margin_top'] = Dimension(room, 'px')


def room_beside(style, room, items):
    """The room before the first item, and that between two."""
    reverse = style['flex_direction'].endswith('reverse')
    justify = keyword(style['justify_content'], 'flex-start')
    if room < 0 and justify.startswith('space'):
        justify = 'flex-start'
    return {
        'flex-start': (room * reverse, 0), 'flex-end': (room * (not reverse), 0), 'center': (room / 2, 0),
        'space-between': (0, room / max(items - 1, 1)), 'space-around': (room / items / 2, room / items),
        'space-evenly': (room / (items + 1), room / (items + 1))}.get(justify, (0, 0))


@correct(weasyprint.layout.block, 'block_level_layout_switch', before=64)
def divide_rows(block_level_layout_switch, context, box, bottom_space, skip_stack, *others, **named):
    """Breaks rows between their lines, and a single line as the row of a table: WeasyPrint leaves out the lines that are not on the first
    page, and puts what it divides in the place of the first item."""
    def on(box, bottom_space):
        return block_level_layout_switch(context, box, bottom_space, skip_stack, *others, **named)

    def divided(children):
        printed, resume_at, *rest = on(as_block(box, children), bottom_space)
        return printed, resume_at and InTable(resume_at, children), *rest

    def whole():
        items = [child.copy() for child in box.children]  # WeasyPrint gives them the height of the row
        return on(box.copy_with_children(items), -inf)

    if isinstance(skip_stack, InTable):
        return divided(skip_stack.children)
    if bottom_space == -inf or not is_row(box):
        return on(box, bottom_space)
    _, _, absolute_boxes, fixed_boxes, margins, *_ = *others, *named.values()
    printed, resume_at, *rest = whole()
    if resume_at:  # the author breaks pages in an item: where would all of them be?
        context.without_breaks, before = True, context.without_breaks
        printed, *_ = whole()
        context.without_breaks = before
    lower = weasyprint.layout.block.collapse_margin([*margins, box.margin_top]) - box.margin_top  # by the margins before it
    lines = lines_of(printed)
    shown = [line for line in lines if bottom_of(line) <= context.page_bottom - bottom_space - lower]
    if shown == lines and not resume_at:
        return printed, None, *rest
    if shown and shown != lines:
        weasyprint.layout.block.remove_placeholders(context, sum(lines[len(shown):], []), absolute_boxes, fixed_boxes)
        return printed, rest_of_lines(box, printed, sum(shown, []), min(skip_stack or [0])), *rest
    weasyprint.layout.block.remove_placeholders(context, printed.children, absolute_boxes, fixed_boxes)
    all_printed = len(lines) == 1 and len(lines[0]) == len(items_of(box))
    if all_printed and not context.in_column:
        return divided([as_table(box, printed)] + [child for child in box.children if not child.is_flex_item])
    result = on(box, bottom_space)  # it goes to the next page, or is divided
    if result[0] and lines and not lines_of(result[0]):  # WeasyPrint has left out what has no room
        result = whole()
    return result


@correct(weasyprint.layout.block, 'force_page_break', before=64)
def keep_rows_whole(force_page_break, page_break, context):
    return not context.without_breaks and force_page_break(page_break, context)


weasyprint.layout.LayoutContext.without_breaks = False


class InTable(dict):
    """Where a row goes on that is divided as the row of a table, with what it has for children then."""
    def __init__(self, resume_at, children):
        super().__init__(resume_at)
        self.children = children


def rest_of_lines(box, printed, shown, first):
    """Leaves only some items of a row on its page, of those from the first of its children. Returns where the row goes on."""
    waiting = [i for i, child in enumerate(box.children) if child.is_flex_item and i >= first][len(shown):]
    printed.children = shown + [child for child in printed.children if not child.is_flex_item]
    printed.height = bottom_of(shown) - printed.content_box_y()
    return {waiting[0]: None}


def is_row(box):
    """Whether a box is flexible, and has one line, or lines from the top to the bottom that are as tall as their items."""
    if not isinstance(box, boxes.FlexBox) or not box.style['flex_direction'].startswith('row'):
        return False
    in_order = box.style['flex_direction'] == 'row' and not any(child.style['order'] for child in box.children)
    return box.style['flex_wrap'] == 'nowrap' or box.style['flex_wrap'] == 'wrap' and box.style['height'] == 'auto' and in_order


def lines_of(row):
    """The items of a row that is laid out, line by line."""
    lines, bottom = [], -inf
    for item in row.children:
        if item.is_flex_item:
            if not lines or row.style['flex_wrap'] == 'wrap' and item.position_y >= bottom:
                lines.append([])
            lines[-1].append(item)
            bottom = bottom_of(lines[-1])
    return lines


def bottom_of(items):
    return max(item.position_y + item.margin_height() for item in items)


def as_table(box, printed):
    """A row as a table with its items where they were printed. Those that are as tall as the row are cells, others are in cells."""
    def cell(width, made):
        made.grid_x, made.colspan, made.rowspan = len(cells), 1, 1
        made.style.update(display=('table-cell',), width=Dimension(width, 'px'), box_sizing='border-box')
        cells.append(made)

    def as_cell(item, place):
        item = restyle(item.copy())
        align = alignment(box, item)
        stretched = align == 'stretch' and item.style['height'] == 'auto' and not (place.margin_top or place.margin_bottom)
        if stretched and type(item) is boxes.BlockBox:
            item.__class__, item.is_flex_item = boxes.TableCellBox, False
            item.style['vertical_align'] = 'top'
            return item
        none = Dimension(0, 'px')
        item.style.update(width=Dimension(place.width, 'px'), box_sizing='content-box', margin_left=none, margin_right=none)
        around = boxes.TableCellBox.anonymous_from(box, [item])
        around.style['vertical_align'] = ALIGNED_IN_CELLS.get(align, 'top')
        return around

    cells, x = [], printed.content_box_x()
    shown = [child for child in printed.children if child.is_flex_item]
    for item, place in sorted(zip(items_of(box), shown), key=lambda pair: pair[1].border_box_x()):
        if place.border_box_x() > x:
            cell(place.border_box_x() - x, boxes.TableCellBox.anonymous_from(box, []))
        cell(place.border_width(), as_cell(item, place))
        x = place.border_box_x() + place.border_width()
    row = boxes.TableRowBox.anonymous_from(box, cells)
    table = boxes.TableBox.anonymous_from(box, [boxes.TableRowGroupBox.anonymous_from(box, [row])])
    table.column_groups = ()
    table.style.update(
        display=('block', 'table'), table_layout='fixed', border_collapse='separate', border_spacing=(0, 0), direction='ltr',
        width=Dimension(sum(made.style['width'].value for made in cells), 'px'))
    wrapper = boxes.BlockBox.anonymous_from(box, [table])
    wrapper.is_table_wrapper = True
    return wrapper


ALIGNED_IN_CELLS = {'center': 'middle', 'flex-end': 'bottom', 'baseline': 'baseline'}


@correct(weasyprint.layout.block, 'flex_layout', before=64)
@correct(weasyprint.layout.inline, 'flex_layout', before=64)
@correct(weasyprint.layout.flex, 'flex_layout', before=64)
def show_positioned(flex_layout, context, box, bottom_space, skip_stack, containing_block, page_is_empty, absolute_boxes, fixed_boxes):
    """Shows the absolute and fixed boxes in flexible ones, which WeasyPrint leaves out, at the content's corner unless they say where.
    Those in positioned flexible boxes are placed in these (CSS Flexible Box Layout 1, 4.1)."""
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


@correct(weasyprint.layout.flex, 'flex_layout', before=64)
def stack_columns_beside_flow(
        flex_layout, context, box, bottom_space, skip_stack, containing_block, page_is_empty, absolute_boxes, fixed_boxes):
    """Lays out floated and positioned columns as blocks, too."""
    if not is_column(box):
        return flex_layout(context, box, bottom_space, skip_stack, containing_block, page_is_empty, absolute_boxes, fixed_boxes)
    column = arranged(context, box, skip_stack, page_is_empty)
    *printed, _ = weasyprint.layout.block.block_container_layout(
        context, column, bottom_space, skip_stack, page_is_empty, absolute_boxes, fixed_boxes, [], False, None)
    return printed


@correct(weasyprint.layout.inline, 'flex_layout', before=64)
def fit_into_line(flex_layout, context, box, bottom_space, skip_stack, containing_block, *others):
    """Makes flexible boxes in a line as wide as their content, as inline blocks are: WeasyPrint makes rows as wide as the line."""
    if box.width == 'auto':
        box = restyle(box.copy())
        fitted(context, box, containing_block.width)
        box.width = box.style['width'].value
    x = box.position_x
    printed, *rest = flex_layout(context, box, bottom_space, skip_stack, containing_block, *others)
    printed.translate(dx=x - printed.position_x)  # from right to left, it is at the right of its container
    return printed, *rest


@correct(weasyprint.layout.flex, 'resolve_one_percentage', before=64)
def size_items(resolve_one_percentage, item, name, row):
    """Makes the sizes of items those of their borders or their contents, as box-sizing says (CSS Box Sizing 3, 3.3): WeasyPrint takes a
    width for that of the content, and flex-basis for that of the box with its margins. The limits of widths are parts of their row, too."""
    padding, margins = around(item)
    limits = ['min_width', 'max_width'] if name == 'width' else []
    for name in [name] + [limit for limit in limits if item.style[limit] != 'auto']:
        resolve_one_percentage(item, name, row)
        size = getattr(item, name)
        if getattr(item.style[name], 'unit', '') == '%':
            size -= size % LAYOUT_UNIT  # parts of a row are not wider than it by rounding
        if size != 'auto':
            content = max(size - padding, 0) if item.style['box_sizing'] == 'border-box' else size
            setattr(item, name, content + padding + margins if name == 'flex_basis' else content)
    if limits and item.style['min_width'] == 'auto':  # that of the content (CSS Flexible Box Layout 1, 4.5), at most the specified one
        item.min_width = min(item.min_width, *[size for size in (item.width, item.max_width) if size != 'auto'])


def around(item):
    """What is around the content of an item on the axis of its flexible box: padding with borders, and margins."""
    sides = ('left', 'right') if item.style.parent_style['flex_direction'].startswith('row') else ('top', 'bottom')
    padding = sum(getattr(item, part.format(side)) for part in ('border_{}_width', 'padding_{}') for side in sides)
    return padding, sum(margin for margin in (getattr(item, f'margin_{side}') for side in sides) if margin != 'auto')


def kept(item, size):
    """Keeps the size of an item of a row, with margins, to its least and its greatest width."""
    if not item.style.parent_style['flex_direction'].startswith('row'):
        return max(0, size)
    outer = sum(around(item))
    return max(item.min_width + outer, min(item.max_width + outer, size))


def keep_to_least_width(item, _):
    """Keeps the item of a row to its least and its greatest width (CSS Flexible Box Layout 1, 9.7): WeasyPrint shares out the row's width
    regardless of these, and prints an item over the end of the one before. It is called when that has shared out what there is."""
    size = kept(item, item.target_main_size)
    item.violation, item.target_main_size = size - item.target_main_size, size


if VERSION < 64:
    Box = boxes.Box
    Box.adjustment = property(lambda item: item.violation, keep_to_least_width)
    # WeasyPrint compares the size with margins, flex_base_size, with the least and the greatest without them.
    Box.hypothetical_main_size = property(lambda item: kept(item, item.flex_base_size), lambda item, _: None)


@correct(weasyprint.formatting_structure.build, 'flex_children', before=64)
def box_tables(flex_children, box, children):
    """Puts each table of a row into a block that has its widths: WeasyPrint knows none of the boxes around tables, and prints all tables at
    the left, over each other. Leaves the height of a single line to its row (CSS Flexible Box Layout 1, 8.4): WeasyPrint adds padding."""
    row = isinstance(box, boxes.FlexContainerBox) and box.style['flex_direction'].startswith('row')
    if row and box.style['flex_wrap'] == 'nowrap':
        restyle(box, align_content='flex-start' if VERSION < 62 else ('flex-start',))
    return [boxed(box, item) if row and item.is_table_wrapper else item for item in flex_children(box, children)]


def boxed(box, wrapper):
    table = wrapper.get_wrapped_table()
    block = boxes.BlockBox.anonymous_from(box, [wrapper])
    block.is_flex_item, wrapper.is_flex_item = True, False
    block.style.update({name: table.style[name] for name in OF_ITEMS}, box_sizing='border-box')
    for side in SIDES:
        margin = f'margin_{side}'
        block.style[margin], wrapper.style[margin] = wrapper.style[margin], Dimension(0, 'px')
    restyle(table, width=Dimension(100, '%'), min_width='auto', max_width=Dimension(inf, 'px'))
    return block


OF_ITEMS = 'width', 'min_width', 'max_width', 'flex_grow', 'flex_shrink', 'flex_basis', 'align_self', 'order'


@correct(weasyprint.layout.flex, 'find_in_flow_baseline', before=64)
def end_at_baseline(find_in_flow_baseline, box, *others):
    """Gives items without text the end of their borders for a baseline (CSS Box Alignment 3, 9.1), such as the dots between a name and a
    price: WeasyPrint takes the top of the page, and prints them as far below their row."""
    baseline = find_in_flow_baseline(box, *others)
    return box.border_box_y() + box.border_height() if box and baseline is None else baseline


@correct(weasyprint.formatting_structure.build, 'flex_children', before=64)
def leave_gaps(flex_children, box, children):
    """Leaves gaps between items and between lines (CSS Box Alignment 3, 8): as margins after each, and as less padding after the last."""
    items = flex_children(box, children)
    if not isinstance(box, boxes.FlexContainerBox):
        return items
    row, wraps = box.style['flex_direction'].startswith('row'), box.style['flex_wrap'] != 'nowrap'
    end = 'left' if box.style['direction'] == 'rtl' else 'right'
    for name, side, size, applies in ('row_gap', 'bottom', 'height', wraps or not row), ('column_gap', end, 'width', wraps or row):
        gap = box.style[name] if applies and name in getattr(box.style, 'cascaded', ()) else 0
        gap = gap.value if getattr(gap, 'unit', '') == 'px' else gap  # since 62
        if gap and isinstance(gap, (int, float)):
            sizes = [size, f'min_{size}', f'max_{size}'] if box.style['box_sizing'] == 'content-box' else []
            lengthen(box, gap, *sizes)
            lengthen(box, -gap, f'padding_{side}')
            for item in items:
                lengthen(item, gap, f'margin_{side}')
                if row and size == 'width':
                    lengthen(item, 0, 'width', 'min_width', 'max_width', 'flex_basis', of=-gap)
    return items


def lengthen(box, by, *names, of=0):
    """Makes lengths of a box longer by one, and what its percentages refer to by another one."""
    restyle(box)
    for name in names:
        value, unit = getattr(box.style[name], 'value', None), getattr(box.style[name], 'unit', None)
        if unit == 'px':
            box.style[name] = Dimension(value + by, 'px')
        elif unit == '%':
            box.style[name] = Dimension(Part(value, lambda whole, value=value: value * (whole + of) / 100 + by), '%')
