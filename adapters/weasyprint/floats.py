"""Corrects floats, and what WeasyPrint leaves out of them and of absolute boxes that go on on the next page."""
from math import inf

import weasyprint.layout.block
import weasyprint.layout.float
import weasyprint.layout.page
import weasyprint.layout.preferred
import weasyprint.layout.table
from weasyprint.formatting_structure import boxes


@correct(weasyprint.layout.block, 'avoid_collisions')
@correct(weasyprint.layout.float, 'avoid_collisions')
@correct(weasyprint.layout.inline, 'avoid_collisions')
def fit_together(avoid_collisions, context, box, containing_block, outer=True):
    """Places floats side by side if they are as wide together as the room: by rounding, WeasyPrint takes every third 2 × 50 % for wider.
    Keeps those without height in place: it moves them to the page's upper left corner, with what is positioned in them. Before 64, it moves
    images among flexible boxes to the left."""
    margin = box.margin_right
    box.margin_right -= LAYOUT_UNIT
    x, y, width = avoid_collisions(context, box, containing_block, outer)
    box.margin_right = margin
    if box.is_floated() and box.border_height() == 0:
        x, y = containing_block.content_box_x(), box.position_y
    elif box.is_flex_item and VERSION < 64:
        x, y = box.position_x, box.position_y
    return x, y, width


@correct(weasyprint.layout.page, 'make_page')
def finish_floats(make_page, context, root_box, page_type, resume_at, page_number, page_state):
    """Makes pages until floats and absolute boxes have ended, too: WeasyPrint leaves out what of them is on pages after the text's last.
    What is not on the page, as it was laid out and taken back, begins on the next, and does not go on there. Neither do fixed boxes."""
    before, context.going_on = ends(context), {}
    page, resume_at, next_page = make_page(context, root_box, page_type, resume_at, page_number, page_state)
    last = {source(box): box for box in context.broken_out_of_flow if box.style['position'] != 'fixed'}
    shown = {last.get(source(box)) for box in all_boxes(page)} if last else ()
    context.broken_out_of_flow = {box: rest for box, rest in context.broken_out_of_flow.items() if box in shown}
    if resume_at is None and ends(context) not in ([], before):
        resume_at = end_of_body(root_box)
    return page, resume_at, next_page


def ends(context):
    return [(source(box), skip_stack) for box, (*_, skip_stack) in context.broken_out_of_flow.items()]


def source(box):
    return box.element_tag, box.element


def all_boxes(box):
    yield box
    for child in getattr(box, 'children', ()):
        yield from all_boxes(child)


def end_of_body(root_box):
    """Where a page resumes on which there is nothing of the flow."""
    *others, body = root_box.children or [root_box]
    block = isinstance(body, boxes.BlockLevelBox) and body.is_in_normal_flow()
    if block and not has_columns(body):
        return {len(others): {len(body.children): None}}
    return {len(root_box.children): None}


@correct(weasyprint.layout.page, 'float_layout', before=66)
@correct(weasyprint.layout.page, 'absolute_box_layout', before=66)
def note_what_they_contain(layout, context, box, *others):
    """Notes the floats in a float that goes on, which go on themselves: WeasyPrint forgets them, or fails."""
    broken, context.broken_out_of_flow = context.broken_out_of_flow, {}
    printed, resume_at = layout(context, box, *others)
    context.broken_in_broken = context.broken_in_broken | context.broken_out_of_flow
    context.broken_out_of_flow = broken
    return printed, resume_at


if hasattr(weasyprint.layout.LayoutContext, 'excluded_shapes'):  # since 67
    @correct(weasyprint.layout.page, 'float_layout')
    def go_on_beside_each_other(float_layout, context, *others):
        """Lays out the floats of a box that go on on the next page beside each other: WeasyPrint lays out one over the other there."""
        root = context._excluded_shapes_root_boxes[-1]
        context.excluded_shapes[:] = context.going_on.get(root, context.excluded_shapes)
        result = float_layout(context, *others)
        context.going_on[root] = context.excluded_shapes.copy()
        return result


@correct(weasyprint.layout.block, '_out_of_flow_layout', before=66)
def begin_on_next_page(out_of_flow_layout, *arguments):
    """Does not go on with a float that is laid out again on the next page or column: WeasyPrint prints its end twice."""
    stop, resume_at, printed, goes_on_at = out_of_flow_layout(*arguments)
    if goes_on_at:
        printed.goes_on = True
    return stop, resume_at, printed, None if stop else goes_on_at


@correct(weasyprint.layout.block, 'find_earlier_page_break', before=66)
def take_back(find_earlier_page_break, context, children, *others):
    """Takes back what moves to the next page with a float: WeasyPrint prints a heading before a float on both pages."""
    result = find_earlier_page_break(context, children, *others)
    if result and isinstance(children, list):
        children[:] = result[0]
    return result


@correct(weasyprint.layout.page, 'block_level_layout', before=66)
def wait_for_floats(block_level_layout, context, box, bottom_space, skip_stack, containing_block, page_is_empty, *others):
    """Leaves the flow of a page empty where it has room for floats only: WeasyPrint forces something of it onto each page."""
    context.broken_out_of_flow = context.broken_in_broken | context.broken_out_of_flow
    context.broken_in_broken = {}
    if not (skip_stack and context.excluded_shapes):
        return block_level_layout(context, box, bottom_space, skip_stack, containing_block, page_is_empty, *others)
    result = block_level_layout(context, box, bottom_space, skip_stack, containing_block, False, *others)
    if result[0]:
        return result
    printed, _, *rest = block_level_layout(context, box, bottom_space, end_of_body(box), containing_block, True, *others)
    return printed, skip_stack, *rest


weasyprint.layout.LayoutContext.broken_in_broken = {}


@correct(weasyprint.layout.block, 'get_clearance', before=66)
def clear_floats_of_next_pages(get_clearance, context, box, *others):
    """Keeps what clears a float that goes on on the next page for that page: WeasyPrint places it below the part on this one."""
    beside = {
        shape.style['float'] for shape in context.excluded_shapes
        if shape in context.broken_out_of_flow or hasattr(shape, 'goes_on')}
    waits = beside and box.style['clear'] in ('both', *beside)
    return context.page_bottom if waits else get_clearance(context, box, *others)


@correct(weasyprint.layout.preferred, '_block_content_width')
def measure_floats_together(block_content_width, context, box, function, outer):
    """Measures floats beside each other as wide as all of them (CSS 2, 10.3.5): WeasyPrint takes the widest, and prints them one below the
    other in a box that is as wide as its content."""
    preferred = weasyprint.layout.preferred
    width, beside = block_content_width(context, box, function, outer), 0
    if function is preferred.max_content_width and getattr(box.style['width'], 'unit', '%') == '%':
        for child in box.children:
            if child.is_floated():
                beside = preferred.max_content_width(context, child) + (beside if child.style['clear'] == 'none' else 0)
                width = max(width, preferred.adjust(box, outer, beside))
            elif child.is_in_normal_flow():
                beside = 0
    return width


@correct(weasyprint.layout.block, 'block_level_layout_switch')
def stay_beside_floats(
        block_level_layout_switch, context, box, bottom_space, skip_stack, containing_block, page_is_empty, absolute_boxes, fixed_boxes,
        adjoining_margins, *others, **named):
    """Places boxes that contain their floats beside or below those before them (CSS 2, 9.5): WeasyPrint prints one over the other, or,
    since it was mended, places all of them below. It moves tables when it has laid them out, over the end of the page or not at all."""
    margins = adjoining_margins
    if context.excluded_shapes and keeps_out_floats(box):
        top = start = box.position_y + weasyprint.layout.block.collapse_margin([*margins, box.margin_top])
        left, right, end = room(context, containing_block, top)
        while end < inf and least_width(context, box, containing_block, right - left) > right - left + LAYOUT_UNIT:
            top = end
            left, right, end = room(context, containing_block, top)
        if end < inf:
            box.margin_left = max(left - containing_block.content_box_x(), numeric(box.margin_left))
            box.margin_right = max(containing_block.content_box_x() + containing_block.width - right, numeric(box.margin_right))
        if top > start:
            box.clearance, box.position_y, margins = top - start, top - box.margin_top, []
    return block_level_layout_switch(
        context, box, bottom_space, skip_stack, containing_block, page_is_empty, absolute_boxes, fixed_boxes, margins, *others, **named)


def keeps_out_floats(box):
    if not isinstance(box, (boxes.BlockBox, boxes.FlexBox)) or box.is_for_root_element or box.is_flex_item:
        return False
    inside = box.style['display'][-1]
    return box.is_table_wrapper or box.style['overflow'] != 'visible' or inside in ('flow-root', 'flex', 'grid') or has_columns(box)


def room(context, containing_block, y):
    """The left and the right end of what floats leave at a height, and where the first of these floats ends."""
    floats = [
        shape for shape in context.excluded_shapes
        if shape.position_y <= y < shape.position_y + shape.margin_height() - LAYOUT_UNIT]
    left = containing_block.content_box_x()
    return (
        max([left] + [shape.position_x + shape.margin_width() for shape in floats if shape.style['float'] == 'left']),
        min([left + containing_block.width] + [shape.position_x for shape in floats if shape.style['float'] == 'right']),
        min((shape.position_y + shape.margin_height() for shape in floats), default=inf))


def least_width(context, box, containing_block, available):
    if box.is_table_wrapper:
        wrapper = box.copy()
        wrapper.margin_left, wrapper.margin_right = 0, containing_block.width - available
        weasyprint.layout.table.table_wrapper_width(context, wrapper, (containing_block.width, containing_block.height))
        return wrapper.width
    beside = box.padding_left + box.padding_right + box.border_left_width + box.border_right_width
    if box.width != 'auto':
        return beside + box.width
    columns = 1 if box.style['column_count'] == 'auto' else box.style['column_count']
    return beside + columns * weasyprint.layout.preferred.min_content_width(context, box, outer=False)


def numeric(margin):
    return 0 if margin == 'auto' else margin


def has_columns(box):
    return (box.style['column_width'], box.style['column_count']) != ('auto', 'auto')


contains_floats = getattr(
    weasyprint.layout.block, 'establishes_formatting_context',
    getattr(boxes.Box, 'establishes_formatting_context', None))  # of newer versions


@correct(weasyprint.layout.block, 'block_container_layout')
def go_on_with_floats(block_container_layout, context, box, *others, **named):
    """Makes boxes that contain their floats go on until these have ended, so that what follows is below them. If they contain nothing else
    (overflow: hidden), they are as tall, and the margins around them do not collapse through them (CSS 2, 8.3.1 and 10.6.7)."""
    before = set(context.broken_out_of_flow)
    printed, resume_at, next_page, margins, collapses, *rest = block_container_layout(context, box, *others, **named)
    if printed and not (resume_at or context.in_column) and contains_floats(box):
        if any(broken.is_floated() for broken in context.broken_out_of_flow.keys() - before):
            resume_at = {len(box.children): None}  # where there is a child, which newer versions need
            box.children = [*box.children, boxes.BlockBox.anonymous_from(box, [])]
            restyle(box, clear='both')
    return printed, resume_at, next_page, margins, collapses and not printed.height, *rest


@correct(weasyprint.layout.block, 'block_box_layout', before=67)
def lay_out_columns(block_box_layout, context, box, bottom_space, skip_stack, *others, **named):
    """Measures what a column goes on with if that is a float or an absolute box, or nothing: WeasyPrint fails. Leaves a column empty whose
    content has no room: WeasyPrint prints those before it again on the next page. What is only tried does not go on on the next page."""
    before = context.broken_out_of_flow.copy()
    printed, *rest = block_box_layout(context, box, bottom_space, skip_stack, *others, **named)
    _, _, _, _, margins, *_ = others
    if not box.is_column:
        return printed, *rest
    empty = box.copy_with_children([])
    empty.height = 0
    if margins is None:  # it is not only tried
        return (printed, *rest) if printed or not skip_stack else (empty, skip_stack, *rest[1:])
    context.broken_out_of_flow = before
    if bottom_space == inf:
        empty.height = max((child.margin_height() for child in printed.children if child.is_floated()), default=0) if printed else 0
        printed = printed or empty
        if not any(child.is_in_normal_flow() for child in printed.children):
            printed.children = [empty.copy()]
    return printed, *rest


@correct(weasyprint.layout.block, 'block_container_layout', before=67)
def end_with_the_box(block_container_layout, context, *others, **named):
    """Ends the formatting context of a box that has no room on its page, as a cell: WeasyPrint goes on in it, and lays out what follows
    over the floats before the box."""
    contexts = context._excluded_shapes_lists.copy()
    result = block_container_layout(context, *others, **named)
    context._excluded_shapes_lists[:], context.excluded_shapes = contexts, contexts[-1]
    return result


@correct(weasyprint.layout.block, 'remove_placeholders', before=67)
def forget_their_floats(remove_placeholders, context, boxes, absolute_boxes, fixed_boxes):
    """Forgets the floats in boxes that are laid out again: WeasyPrint lays out the new ones beside them, beyond the end of the page. It
    fails on fixed boxes that it has forgotten before."""
    context.excluded_shapes[:] = [shape for shape in context.excluded_shapes if shape not in boxes]
    fixed_boxes += [box for box in boxes if box.style['position'] == 'fixed' and box not in fixed_boxes]
    remove_placeholders(context, boxes, absolute_boxes, fixed_boxes)


@correct(weasyprint.layout.block, 'block_container_layout')
def divide_inline_blocks(
        block_container_layout, context, box, bottom_space, skip_stack, page_is_empty, absolute_boxes, fixed_boxes, *others, **named):
    """Lays out inline blocks that are alone in their lines and taller than the page as floats, which go on on the next page: WeasyPrint
    leaves out what is beyond the page's end."""
    arguments = context, box, bottom_space, skip_stack, page_is_empty, absolute_boxes, fixed_boxes, *others
    result = block_container_layout(*arguments, **named)
    lines = [child for child in result[0].children if isinstance(child, boxes.LineBox)] if result[0] and not skip_stack else []
    if all(line.height <= sheet.room for line in lines) or not all(map(may_float, box.children[0].children)):
        return result
    weasyprint.layout.block.remove_placeholders(context, lines, absolute_boxes, fixed_boxes)
    box.children = [as_float(child) for child in box.children[0].children if isinstance(child, boxes.InlineBlockBox)]
    restyle(box, display=(*box.style['display'][:1], 'flow-root'))
    return block_container_layout(*arguments, **named)


def may_float(child):
    return isinstance(child, boxes.InlineBlockBox) or isinstance(child, boxes.TextBox) and not child.text.strip()


def as_float(child):
    side = 'right' if child.style.parent_style['direction'] == 'rtl' else 'left'
    block = restyle(child.copy(), display=('block', 'flow-root'), float=side)
    block.__class__ = boxes.BlockBox
    return block


@correct(weasyprint.layout.inline, 'get_next_linebox')
def clear_after_lines(get_next_linebox, context, *others):
    """Makes a line whose br clears floats end below these (HTML, 15.3.10, br[clear]): WeasyPrint clears with blocks only."""
    line, resume_at = get_next_linebox(context, *others)
    for box in line.descendants() if line and context.excluded_shapes else ():
        if box.element_tag == 'br' and box.style['clear'] != 'none':
            cleared = [shape for shape in context.excluded_shapes if box.style['clear'] in ('both', shape.style['float'])]
            line.height = max([line.height] + [shape.position_y + shape.margin_height() - line.position_y for shape in cleared])
    return line, resume_at
