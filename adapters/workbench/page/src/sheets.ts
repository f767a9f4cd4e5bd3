// The pages, as pictures: of one engine, or of two side by side or one over the other.

import { byId, drawing, element } from "./dom";
import type { Box, Mark, Preview, Row } from "./service";

export const views = { side: "Side by side", overlay: "Overlay", blink: "Blink" } as const;
export type View = keyof typeof views;

/** Look is how the pages are shown. */
export interface Look {
  view: View;
  /** mix is the opacity of the second engine's pages, in per cent. */
  mix: number;
  marks: boolean;
  heat: boolean;
}

const meanings: Record<string, string> = {
  missing: "missing", extra: "in addition", changed: "changed", moved: "moved", cut: "cut", invisible: "invisible",
  overprinted: "on top of another", look: "looks different", picture: "picture missing",
};

/** draw shows the pages. */
export function draw(preview: Preview, look: Look) {
  const pictures = new Map(preview.pictures.map((p) => [`${p.engine} ${p.page} ${p.kind}`, `data:image/png;base64,${p.png}`]));
  const sheets = byId("sheets");
  sheets.className = look.view;
  sheets.replaceChildren(...preview.rows.map((row, index) => new Sheets(preview, pictures, look, row, index).figure()));
  const most = Math.max(0, ...preview.renders.map((r) => r.pages));
  if (most > preview.drawn && preview.rows.length > 0) {
    sheets.append(element("p", { class: "soft" }, `Only the first ${preview.drawn} of ${most} pages are shown${preview.renders.length > 1 ? " and compared" : ""}; the PDF has them all.`));
  }
}

/** Sheets draws one row. */
class Sheets {
  constructor(private preview: Preview, private pictures: Map<string, string>, private look: Look, private row: Row, private index: number) {}

  figure(): HTMLElement {
    const { row, look } = this;
    const [first, second] = this.preview.renders.map((r) => r.engine) as [string, string?];
    const figure = element("figure", { "data-row": this.index });
    if (!second) {
      figure.append(this.captioned(first, row.a, this.sheet(this.image(first, row.a))));
      return figure;
    }
    const heat = look.heat ? this.heat(second) : [];
    if (look.view === "side") {
      const right = row.same ? this.image(first, row.a, second) : this.image(second, row.b);
      figure.append(
        this.captioned(first, row.a, this.sheet(this.image(first, row.a), ...this.marks("from"))),
        this.captioned(second, row.b, this.sheet(right, ...heat, ...this.marks("to"))),
      );
      return figure;
    }
    const over = element("div", { class: "over" }, row.same ? this.image(first, row.a, second) : this.image(second, row.b));
    if (look.view === "overlay") over.style.opacity = String(look.mix / 100);
    figure.append(this.captioned(`${first} and ${second}`, row.a || row.b, this.sheet(this.image(first, row.a), over, ...heat, ...this.marks("to"))));
    return figure;
  }

  private captioned(engine: string, page: number, sheet: HTMLElement): HTMLElement {
    const caption = element("div", { class: "caption" }, element("b", {}, engine), page ? ` page ${page}` : " no such page");
    if (this.preview.comparison && this.row.score > 0) caption.append(element("span", { class: "soft" }, `score ${this.row.score.toFixed(1)}`));
    return element("div", { class: "page" }, caption, sheet);
  }

  private sheet(...layers: (Element | null)[]): HTMLElement {
    const sheet = element("div", { class: "sheet" }, ...layers.filter((l) => l !== null));
    sheet.style.aspectRatio = `${this.row.size[0]} / ${this.row.size[1]}`;
    const gutter = this.gutter();
    if (gutter) sheet.append(gutter);
    return sheet;
  }

  private image(engine: string, page: number, shownAs = engine): Element {
    const src = this.pictures.get(`${engine} ${page} page`);
    return src ? element("img", { src, alt: `page ${page} of ${shownAs}` }) : element("div", { class: "none" }, "no such page");
  }

  private heat(engine: string): Element[] {
    const src = this.pictures.get(`${engine} ${this.row.b} heat`);
    return src ? [element("img", { src, alt: "what differs" })] : [];
  }

  /** gutter shows along the page's height how much differs. */
  private gutter(): HTMLElement | null {
    const parts = this.row.gutter;
    if (!parts) return null;
    const stops = parts.flatMap((share, i) => {
      const colour = share > 0 ? `rgb(209 0 63 / ${Math.min(1, 0.2 + share * 2.5)})` : "transparent";
      return [`${colour} ${(i / parts.length) * 100}%`, `${colour} ${((i + 1) / parts.length) * 100}%`];
    });
    const gutter = element("div", { class: "gutter" });
    gutter.style.backgroundImage = `linear-gradient(${stops.join(",")})`;
    return gutter;
  }

  /** marks draws the words that differ, and arrows along which they moved. */
  private marks(side: "from" | "to"): Element[] {
    if (!this.look.marks) return [];
    const [width, height] = this.row.size;
    const layer = drawing("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMinYMin meet", "aria-hidden": "true" });
    for (const mark of this.preview.marks) {
      const box = (side === "from" ? mark.row : (mark.toRow ?? mark.row)) === this.index ? mark[side] : undefined;
      if (!box) continue;
      const rect = drawing("rect", { class: `mark ${mark.kind}`, x: box[0] - 0.4, y: box[1] - 0.2, width: box[2] + 0.8, height: box[3] + 0.4, rx: 0.6 });
      const title = drawing("title", {});
      title.textContent = `${meanings[mark.kind] ?? mark.kind}: ${mark.text ?? ""}`;
      rect.append(title);
      layer.append(rect, ...arrow(mark));
    }
    return [layer];
  }
}

const middle = ([left, top, width, height]: Box): [number, number] => [left + width / 2, top + height / 2];

/** arrow shows where a word went, unless that is too near to see or on another page. */
function arrow(mark: Mark): SVGElement[] {
  if (mark.kind !== "moved" || !mark.from || !mark.to || (mark.toRow ?? mark.row) !== mark.row) return [];
  const [x1, y1] = middle(mark.from);
  const [x2, y2] = middle(mark.to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 0.8) return [];
  const head = Math.min(1.6, length / 2);
  const ux = ((x2 - x1) / length) * head;
  const uy = ((y2 - y1) / length) * head;
  return [
    drawing("line", { class: "moved", x1, y1, x2: x2 - ux, y2: y2 - uy }),
    drawing("polygon", { class: "moved", points: `${x2},${y2} ${x2 - ux - uy / 2},${y2 - uy + ux / 2} ${x2 - ux + uy / 2},${y2 - uy - ux / 2}` }),
  ];
}

/** nextDifference scrolls to the next row that differs, from the top again after the last. */
export function nextDifference(preview: Preview) {
  const rows = preview.rows.flatMap((row, i) => (row.score > 0 ? [i] : []));
  if (rows.length === 0) return;
  const sheets = byId("sheets");
  const current = Number(sheets.dataset["at"] ?? -1);
  const next = rows.find((i) => i > current) ?? (rows[0] as number);
  sheets.dataset["at"] = String(next);
  sheets.querySelector(`[data-row="${next}"]`)?.scrollIntoView({ block: "start" });
}
