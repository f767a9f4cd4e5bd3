// What a preview says in words and numbers.

import { byId, element } from "./dom";
import type { Preview, Render } from "./service";

const size = (bytes: number) => (bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1000)} kB`);
const ms = (time: number) => `${time >= 10 ? time.toFixed(0) : time.toFixed(1)} ms`;

/** sentence says in one line what came out. */
export function sentence(preview: Preview): string {
  const parts = preview.renders.map((r) => (r.error ? `${r.engine} gave no PDF` : `${r.engine}: ${r.pages} ${r.pages === 1 ? "page" : "pages"} in ${ms(r.render_ms + r.compose_ms)}`));
  const verdict = preview.comparison ? `; ${preview.comparison.verdict}` : "";
  return parts.join(", ") + verdict;
}

/** summarise shows verdict, reasons and numbers. */
export function summarise(preview: Preview) {
  const shown: Node[] = [];
  for (const r of preview.renders) if (r.error) shown.push(element("p", { class: "failure", role: "alert" }, element("b", {}, r.engine), `: ${r.error.message}`));
  if (preview.undrawn) shown.push(element("p", { class: "failure" }, preview.undrawn));
  if (preview.comparison) shown.push(judged(preview.comparison));
  if (preview.renders.some((r) => !r.error)) shown.push(numbers(preview));
  byId("summary").replaceChildren(...shown);
}

function judged(comparison: NonNullable<Preview["comparison"]>): Node {
  const { verdict, score, reasons, words } = comparison;
  const text = [`${score.toFixed(1)} of 100. `, reasons.length === 0 ? "Nothing that can be seen differs." : `${words.moved} of ${words.matched} words moved${words.moved > 0 ? `, by ${words.max_shift_mm.toFixed(1)} mm at most` : ""}; ${words.missing} missing, ${words.extra} in addition.`];
  const shown = element("div", { class: "judged" }, element("p", {}, element("span", { class: `badge ${verdict}` }, verdict), " ", ...text));
  if (reasons.length > 0) {
    const list = (from: number, to?: number) => reasons.slice(from, to).map((reason) => element("li", {}, reason));
    shown.append(element("ul", {}, ...list(0, 3)));
    if (reasons.length > 3) shown.append(element("details", {}, element("summary", {}, `${reasons.length - 3} more`), element("ul", {}, ...list(3))));
  }
  return shown;
}

function numbers(preview: Preview): Node {
  const line = (name: string, value: (r: Render) => string) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...preview.renders.map((r) => element("td", {}, r.error ? "" : value(r))));
  const table = element("table", {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Engine"), ...preview.renders.map((r) => element("th", { scope: "col" }, r.engine)))),
    element("tbody", {},
      line("Time in the engine", (r) => ms(r.render_ms)),
      line("Filling, measuring, stamping", (r) => ms(r.compose_ms)),
      line("Waiting for a turn", (r) => ms(r.queue_ms)),
      line("Pages, size", (r) => `${r.pages}, ${size(r.bytes)}`),
      line("Fonts", (r) => r.fonts.join(", ") || "none"),
      line("Standards", (r) => r.standards),
      line("Bookmarks", (r) => String(r.bookmarks.length || "none")),
      line("Not loaded", (r) => r.failed.join(", ") || "nothing")));
  const details = element("details", { class: "numbers" }, element("summary", {}, "Times, sizes, fonts"), table);
  details.open = preview.renders.some((r) => r.failed.length > 0);
  return details;
}
