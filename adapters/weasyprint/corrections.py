"""Corrects what WeasyPrint lays out or paints otherwise than CSS says."""
from types import SimpleNamespace

import weasyprint.draw
import weasyprint.layout.block
import weasyprint.layout.float
import weasyprint.pdf.stream


def correct(module, name):
    """Decorates a function that is given the module's one, and returns what takes its place."""
    def put(correction):
        setattr(module, name, correction(getattr(module, name)))
    return put


@correct(weasyprint.layout.float, 'avoid_collisions')
def stay_if_empty(avoid_collisions):
    """Keeps floats without height where they are: WeasyPrint moves them to the page's upper left corner, with what is positioned in them."""
    def avoid(context, box, containing_block, outer=True):
        x, y, width = avoid_collisions(context, box, containing_block, outer)
        if box.is_floated() and box.border_height() == 0:
            return containing_block.content_box_x(), box.position_y, width
        return x, y, width

    return avoid


@correct(weasyprint.layout.block, 'absolute_layout')
def refer_to_least_height(absolute_layout):
    """Lays out absolute boxes in a box as tall as its least height: WeasyPrint applies that afterwards."""
    def lay_out(context, placeholder, box, *others, **named):
        height = box.height
        room = context.page_bottom - box.content_box_y()  # the box may go on on the next page
        box.height = max(height, min(box.min_height, room))
        absolute_layout(context, placeholder, box, *others, **named)
        box.height = height

    return lay_out


@correct(weasyprint.layout.block, 'block_container_layout')
def fix_to_transformed(block_container_layout):
    """Makes transformed boxes contain their absolute and fixed boxes (CSS Transforms 1, 3)."""
    def lay_out(context, box, bottom_space, skip_stack, page_is_empty, absolute_boxes, fixed_boxes, *others, **named):
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


@correct(weasyprint.draw, 'draw_background')
def leave_out_empty(draw_background):
    """Paints no colour of boxes without area: readers of PDFs show it as a line."""
    def draw(stream, background, clip_box=True, *others, **named):
        if background and clip_box and all(0 in box[2:4] for box in background.layers[-1].clipped_boxes):
            background = background._replace(color=SimpleNamespace(alpha=0))
        draw_background(stream, background, clip_box, *others, **named)

    return draw


# Backgrounds and groups are painted as far as the page, measured without transforms: so those that a transform brings onto the page are not.
FAR = 1e5
weasyprint.pdf.stream.Stream.page_rectangle = property(lambda stream: (-FAR, -FAR, 2 * FAR, 2 * FAR), lambda stream, page: None)
