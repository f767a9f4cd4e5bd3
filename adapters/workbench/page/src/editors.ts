// The editors, one for each field of the request, behind tabs.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, nextDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

import { byId, element } from "./dom";
import { type Field, fields, insertions, type Request, titles } from "./request";
import { templates } from "./tags";

const languages: Record<Field, () => Extension> = { html, css, data: json, headerHtml: html, footerHtml: html };

/** Editors are the five editors; one is shown. */
export class Editors {
  private views = new Map<Field, EditorView>();
  private tabs = new Map<Field, HTMLButtonElement>();
  private panels = new Map<Field, HTMLElement>();
  shown: Field = "html";

  constructor(private changed: () => void) {
    for (const field of fields) this.add(field);
    this.show("html");
  }

  private add(field: Field) {
    const tab = element("button", {
      role: "tab", id: `tab-${field}`, "aria-controls": `panel-${field}`, click: () => this.show(field, true),
      keydown: (event) => this.move(field, event as KeyboardEvent),
    }, titles[field]);
    const panel = element("div", { role: "tabpanel", id: `panel-${field}`, "aria-labelledby": `tab-${field}` });
    byId("tabs").append(tab);
    byId("panels").append(panel);
    this.tabs.set(field, tab);
    this.panels.set(field, panel);
    this.views.set(field, new EditorView({ parent: panel, state: this.state(field, "") }));
  }

  private state(field: Field, text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? ""),
        EditorView.contentAttributes.of({ "aria-label": `${titles[field]} of the request`, tabindex: "0", spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
        lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), autocompletion(),
        highlightActiveLine(), highlightSelectionMatches(), EditorView.lineWrapping, syntaxHighlighting(classHighlighter), languages[field](),
        field === "css" || field === "data" ? [] : templates,
        // Tab moves the focus on, as everywhere on the page.
        keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap, ...defaultKeymap]
          .filter((binding) => binding.key !== "Mod-Enter")),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.changed();
        }),
      ],
    });
  }

  /** show brings an editor to the front. */
  show(field: Field, focus = false) {
    this.shown = field;
    for (const other of fields) {
      const selected = other === field;
      this.tabs.get(other)?.setAttribute("aria-selected", String(selected));
      this.tabs.get(other)?.setAttribute("tabindex", selected ? "0" : "-1");
      const panel = this.panels.get(other);
      if (panel) panel.hidden = !selected;
    }
    const view = this.views.get(field);
    view?.requestMeasure();
    if (focus) view?.focus();
  }

  /** move walks along the tabs with the arrow keys. */
  private move(field: Field, event: KeyboardEvent) {
    const to = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!to) return;
    const next = fields[(fields.indexOf(field) + to + fields.length) % fields.length] as Field;
    this.show(next);
    this.tabs.get(next)?.focus();
    event.preventDefault();
  }

  /** request is what is written in them. */
  get request(): Request {
    return Object.fromEntries(fields.map((field) => [field, this.text(field)])) as Request;
  }

  text(field: Field): string {
    return this.views.get(field)?.state.doc.toString() ?? "";
  }

  /** load replaces what is written, and forgets its history. */
  load(request: Request) {
    for (const field of fields) this.views.get(field)?.setState(this.state(field, request[field]));
    this.changed();
  }

  /** diagnose shows problems at their places. */
  diagnose(field: Field, problems: Diagnostic[]) {
    const view = this.views.get(field);
    const tab = this.tabs.get(field);
    if (!view || !tab) return;
    const end = view.state.doc.length;
    const placed = problems.map((p) => ({ ...p, from: Math.min(p.from, end), to: Math.min(Math.max(p.from, p.to), end) }));
    view.dispatch(setDiagnostics(view.state, placed));
    tab.replaceChildren(titles[field], ...(problems.length ? [element("span", { class: "count", title: `${problems.length} problems` }, String(problems.length))] : []));
  }

  /** goTo shows a place. */
  goTo(field: Field, from: number, to: number) {
    this.show(field, true);
    const view = this.views.get(field);
    const end = view?.state.doc.length ?? 0;
    view?.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, scrollIntoView: true });
  }

  /** offer adds an empty value to the data, and shows it. */
  offer(path: string[]) {
    const view = this.view("data");
    const changes = insertions(view.state.doc.toString(), path);
    view.dispatch({ changes });
    const last = changes.at(-1);
    if (last) this.goTo("data", last.from, last.from + last.insert.length);
  }

  /** nextProblem goes to the next problem of the editor that is shown. */
  nextProblem() {
    const view = this.views.get(this.shown);
    if (view) nextDiagnostic(view);
  }

  /** view is the editor of a field, for those who parse its text. */
  view(field: Field): EditorView {
    return this.views.get(field) as EditorView;
  }
}
