"""Says in the PDF what the glyphs of a text stand for, so that it can be searched and copied."""
import contextlib
import unicodedata

import weasyprint.draw


def correct_glyphs(draw_first_line, stream, textbox, *arguments):
    """Maps the glyphs of lines from right to left to their letters, which WeasyPrint 57 maps to others. Shows letters that no font has,
    which it leaves out, by the glyph that fonts have for those. Words with such letters get an ActualText, and so do words with glyphs that
    stand for other letters elsewhere in the document, as parts of syllables do in the scripts of India (ISO 32000-1, 14.9.4)."""
    pango.pango_layout_set_single_paragraph_mode(textbox.pango_layout.layout, True)  # as it does: a change lays out again
    text = textbox.pango_layout.text.encode()
    run, drawn, unmapped = textbox.pango_layout.get_first_line()[0].runs[0], [], set()
    while run != ffi.NULL:
        item, glyphs = run.data.item, run.data.glyphs
        font, starts = stream.add_font(item.analysis.font), list(glyphs.log_clusters[0:glyphs.num_glyphs])
        leftwards = item.analysis.level % 2
        ends = [item.length, *starts] if leftwards else [*starts[1:], item.length]
        for glyph, start, end in zip(glyphs.glyphs[0:glyphs.num_glyphs], starts, ends):
            if glyph.glyph == pango.PANGO_GLYPH_EMPTY:  # which a tab has
                continue
            begin = item.offset + start
            if glyph.glyph & pango.PANGO_GLYPH_UNKNOWN_FLAG:
                glyph.glyph, known = 0, False
                font.cmap[0] = '\ufffd'
            else:
                letters = text[begin:item.offset + end].decode()
                known = stands_for(font.cmap.setdefault(glyph.glyph, letters), letters) or leftwards
            drawn.append((2 if font.bitmap else 4, begin))
            if not known:
                unmapped.add(word_at(text, begin))
        run = run.next
    with actual_text(unmapped, stream, text, iter(drawn)) if unmapped else contextlib.nullcontext():
        return draw_first_line(stream, textbox, *arguments)


def stands_for(mapped, letters):
    """Whether the text that a glyph is mapped to is enough for its letters. The first glyphs of a syllable have no letters. A mark stands
    over the letter before it, and readers would divide the two. A soft hyphen is not read, and its glyph is that of another letter."""
    return letters == '\xad' or letters and unicodedata.category(letters[0])[0] != 'M' and (
        unicodedata.normalize('NFKC', mapped) == unicodedata.normalize('NFKC', letters))


def word_at(text, at):
    """Where the word or the blank of a text begins and ends that has a byte."""
    begin, end = text.rfind(b' ', 0, at + 1), text.find(b' ', at)
    return (at, at + 1) if begin == at else (begin + 1, end if end > 0 else len(text))


@contextlib.contextmanager
def actual_text(words, stream, text, drawn):
    """Gives some words of a text their ActualText while the text is shown. drawn has for each glyph how many digits its number has in the
    PDF, and where its letters begin in the text."""
    show_text, open_word = stream.show_text, None

    def begin(word):
        nonlocal open_word
        if open_word:
            stream.stream.append(b'EMC')
        if word:
            letters = text[slice(*word)].decode().replace('\xad', '').encode('utf-16-be').hex()
            stream.stream.append(f'/Span <</ActualText <FEFF{letters}>>> BDC'.encode())
        open_word = word

    def show(glyphs):
        at, part = 1, '<'
        while at < len(glyphs):
            if glyphs[at] == '>':  # a number may follow, and the next glyphs
                end = glyphs.find('<', at) + 1 or len(glyphs)
            else:
                digits, place = next(drawn, (4, len(text)))  # an ellipsis may follow the text
                end, word = at + digits, word_at(text, place)
                word = word if word in words else None
                if word != open_word:
                    show_text(part + '>')
                    begin(word)
                    part = '<'
            part, at = part + glyphs[at:end], end
        show_text(part)

    stream.show_text = show
    try:
        yield
    finally:
        del stream.show_text
        begin(None)


if VERSION < 64:
    correct(weasyprint.draw if VERSION < 63 else weasyprint.draw.text, 'draw_first_line')(correct_glyphs)
