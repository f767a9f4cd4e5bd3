"""Corrects the flexible boxes of WeasyPrint before 64."""
from math import inf

import weasyprint.css.computed_values
import weasyprint.formatting_structure.boxes
import weasyprint.formatting_structure.build
import weasyprint.layout.absolute
import weasyprint.layout.block
import weasyprint.layout.flex
import weasyprint.layout.inline
from weasyprint.css.properties import Dimension


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
