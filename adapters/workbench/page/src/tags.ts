// The tags of a template, as domain/template reads them: placeholders, sections and comments.

import { foldService } from "@codemirror/language";
import { type EditorState, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** Tag is a tag at its place. */
export interface Tag {
  from: number;
  to: number;
  kind: "placeholder" | "section" | "comment";
  /** name is the text between the braces, without the sign of a section. */
  name: string;
  /** around is the innermost section around it. */
  around?: Tag;
  /** inverted: a section that shows no element. */
  inverted?: boolean;
  /** end is where the closing tag of a section begins, if this one opens it. */
  end?: number;
  /** fault says what is wrong with a section. */
  fault?: string;
}

/** tagsOf reads a template. Keys of the data that bear the whole text of a tag make it a placeholder. */
export function tagsOf(text: string, keys: ReadonlySet<string> = new Set()): Tag[] {
  const tags: Tag[] = [];
  const open: Tag[] = [];
  for (const found of text.matchAll(/\{\{![^]*?\}\}|\{\{(?:(?!\{\{|\}\})[^])*\}\}/g)) {
    const raw = found[0].slice(2, -2);
    const trimmed = raw.trim();
    const tag: Tag = { from: found.index, to: found.index + found[0].length, kind: "placeholder", name: trimmed, around: open.at(-1) };
    tags.push(tag);
    if (keys.has(raw) || keys.has(trimmed)) continue;
    if (trimmed.startsWith("!")) tag.kind = "comment";
    if (!/^[#^/]/.test(trimmed)) continue;
    tag.kind = "section";
    tag.name = trimmed.slice(1).trim();
    tag.inverted = trimmed.startsWith("^");
    if (!trimmed.startsWith("/")) {
      open.push(tag);
      continue;
    }
    const opened = open.at(-1);
    if (!opened) tag.fault = `${found[0]} closes no section`;
    else if (opened.name !== tag.name) tag.fault = `${found[0]} stands where the section ${opened.name} must be closed`;
    else {
      opened.end = tag.from;
      open.pop();
    }
  }
  for (const tag of open) tag.fault = `{{${text[tag.from + 2]}${tag.name}}} is not closed`;
  return tags;
}

/** pathOf is the name of a placeholder, after those of the sections around it. */
export function pathOf(tag: Tag): string[] {
  const path = [tag.name];
  for (let section = tag.around; section; section = section.around) {
    if (!section.inverted && section.name !== ".") path.unshift(section.name);
  }
  return path;
}

/** tags are those of an editor's text. */
const tags = StateField.define<Tag[]>({
  create: (state) => tagsOf(state.doc.toString()),
  update: (value, transaction) => (transaction.docChanged ? tagsOf(transaction.state.doc.toString()) : value),
});

const marks = {
  placeholder: Decoration.mark({ class: "placeholder" }), section: Decoration.mark({ class: "placeholder section" }),
  comment: Decoration.mark({ class: "tok-comment" }),
};

const lit = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = this.visible(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = this.visible(update.view);
    }
    visible(view: EditorView): DecorationSet {
      const { from, to } = view.viewport;
      const seen = view.state.field(tags).filter((tag) => tag.to > from && tag.from < to);
      return Decoration.set(seen.map((tag) => marks[tag.kind].range(tag.from, tag.to)));
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** fold finds the section that opens on a line and is closed on a later one. */
function fold(state: EditorState, from: number, to: number) {
  const opened = state.field(tags).find((tag) => tag.end !== undefined && tag.from >= from && tag.to <= to && tag.end > to);
  return opened?.end === undefined ? null : { from: opened.to, to: opened.end };
}

/** templates marks the tags of a template, and folds its sections. */
export const templates = [tags, lit, foldService.of(fold)];
