// Problems, and where they are: what the page itself finds, and what the service says.

import type { Diagnostic } from "@codemirror/lint";

import { byId, element } from "./dom";
import type { Editors } from "./editors";
import { type Body, type Field, fields, firstFault, offsetIn, type Request, titles } from "./request";
import { pathOf, tagsOf } from "./tags";

/** Problem is a fault, at a place if it has one. */
export interface Problem {
  message: string;
  severity: "error" | "warning";
  field?: Field;
  from?: number;
  to?: number;
  /** path has no value in the data, and can be given one. */
  path?: string[];
}

/** problemsOf finds what keeps a request from being sent. */
export function problemsOf(editors: Editors): Problem[] {
  const request = editors.request;
  if (request.html.trim() === "") return [{ message: "HTML is empty: it must hold the template of the document", severity: "error", field: "html", from: 0, to: 0 }];
  const keys = keysOf(request.data);
  const unclosed = templates.flatMap((field) => tagsOf(request[field], keys).flatMap(({ fault: message, from, to }): Problem[] =>
    message ? [{ message, severity: "error", field, from, to }] : []));
  if (unclosed.length > 0) return unclosed;
  const data = request.data.trim();
  if (data === "") return [];
  const fault = firstFault(request.data);
  if (fault) return [{ message: `Data is not valid JSON: ${fault.reason}`, severity: "error", field: "data", from: fault.at, to: fault.at + 1 }];
  return data.startsWith("{") ? [] : [{ message: "Data must be a JSON object", severity: "error", field: "data", from: 0, to: request.data.length }];
}

/** refused places what the service says of a request. */
export function refused(message: string, body: Body, request: Request): Problem {
  const problem: Problem = { message, severity: "error" };
  const offset = /byte offset (\d+)/.exec(message)?.[1];
  if (offset !== undefined && body.dataAt >= 0 && Number(offset) >= body.dataAt) {
    const from = offsetIn(request.data, Number(offset) - body.dataAt);
    return { ...problem, field: "data", from, to: from + 1 };
  }
  const field = fieldIn(message);
  return field ? { ...problem, field, from: 0, to: 0 } : problem;
}

/** fieldIn finds the field that a message is about. */
function fieldIn(message: string): Field | undefined {
  const named = fields.find((field) => new RegExp(`\\b${field}\\b`).test(message));
  if (named) return named;
  return /@page/.test(message) ? "css" : undefined;
}

/** templates are the fields with tags. */
const templates = ["html", "headerHtml", "footerHtml"] as const;

/** keysOf are the names of the data's members. */
function keysOf(data: string): Set<string> {
  try {
    return new Set(Object.keys(JSON.parse(data)));
  } catch {
    return new Set();
  }
}

/** missing finds the placeholders of names without a value. Names have those of their sections before them, as in items.price. */
export function missing(names: string[], request: Request): Problem[] {
  const lacking = new Set(names);
  return templates.flatMap((field) => tagsOf(request[field], keysOf(request.data)).flatMap((tag): Problem[] => {
    if (tag.kind !== "placeholder") return [];
    const path = pathOf(tag);
    return lacking.has(path.join(".")) ? [{ message: `{{${tag.name}}} has no value in the data`, severity: "warning", field, from: tag.from, to: tag.to, path: path.flatMap((name) => name.split(".")) }] : [];
  }));
}

/** mend places what the author has to mend before the document can be accessible. */
export function mend(places: { line: number; message: string }[], request: Request): Problem[] {
  const lines = request.html.split("\n");
  return places.map(({ line, message }): Problem => {
    if (line === 0) return { message, severity: "warning" };
    const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    return { message, severity: "warning", field: "html", from, to: from + (lines[line - 1]?.length ?? 0) };
  });
}

/** show shows problems in the list and at their places. */
export function show(problems: Problem[], editors: Editors) {
  for (const field of fields) {
    const here = problems.filter((p) => p.field === field);
    editors.diagnose(field, here.map((p): Diagnostic => ({
      from: p.from ?? 0, to: p.to ?? 0, severity: p.severity, message: p.message,
      ...(p.path && { actions: [{ name: "Add to the data", apply: () => editors.offer(p.path ?? []) }] }),
    })));
  }
  const list = byId("problems");
  (list.parentElement as HTMLElement).hidden = problems.length === 0;
  list.replaceChildren(...problems.slice(0, 50).map((p) => element("li", { class: p.severity }, ...placed(p, editors))));
}

/** placeOf names a place in words. */
function placeOf(field: Field, from: number, editors: Editors): string {
  const { doc } = editors.view(field).state;
  return `${titles[field]}, line ${doc.lineAt(Math.min(from, doc.length)).number}`;
}

/** inOneLine names the place of a problem and says what it is. */
export const inOneLine = (p: Problem, editors: Editors) => (p.field ? `${placeOf(p.field, p.from ?? 0, editors)}: ${p.message}` : p.message);

function placed(p: Problem, editors: Editors): (Node | string)[] {
  const { field } = p;
  if (!field) return [p.message];
  const from = p.from ?? 0;
  return [element("button", { class: "link", click: () => editors.goTo(field, from, p.to ?? from) }, placeOf(field, from, editors)), " ", p.message,
    ...(p.path ? [" ", element("button", { class: "link", click: () => editors.offer(p.path ?? []) }, "add it")] : [])];
}
