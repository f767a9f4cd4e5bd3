// The pages, as pictures: of one engine, or of two side by side or one over the other.

import { drawMarks, type Side, strip } from "../../../internal/differences/differences";
import { byId, element } from "./dom";
import type { Preview, Row } from "./service";

export const views = { side: "Side by side", overlay: "Overlay", blink: "Blink" } as const;
export type View = keyof typeof views;

/** Look is how the pages are shown. */
export interface Look {
  view: View;
  /** mix is the opacity of the second engine's pages, in per cent. */
  mix: number;
  marks: boolean;
  heat: boolean;
  /** zoom is 1 for the size on paper; 0 fits the width. */
  zoom: number;
}

/** draw shows the pages. */
export function draw(preview: Preview, look: Look) {
  const pictures = new Map(preview.pictures.map((p) => [`${p.engine} ${p.page} ${p.kind}`, `data:image/png;base64,${p.png}`]));
  const sheets = byId("sheets");
  sheets.className = look.view;
  sheets.classList.toggle("zoomed", look.zoom > 0);
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
    const shown = element("div", { class: "page" }, caption, sheet);
    if (this.look.zoom > 0) shown.style.width = `${this.row.size[0] * this.look.zoom}mm`;
    return shown;
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
    if (!this.row.gutter) return null;
    const gutter = element("div", { class: "gutter" });
    gutter.style.backgroundImage = strip(this.row.gutter);
    return gutter;
  }

  private marks(side: Side): Element[] {
    return this.look.marks ? [drawMarks(this.preview.marks, this.index, side, this.row.size)] : [];
  }
}

/** rowOf finds the row of an engine's page; -1 if it is not drawn. */
export const rowOf = (preview: Preview, engine: number, page: number) => (page > 0 ? preview.rows.findIndex((row) => (engine === 0 ? row.a : row.b) === page) : -1);

/** goTo scrolls to a row. */
export function goTo(index: number) {
  byId("sheets").dataset["at"] = String(index);
  byId("sheets").querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: "start" });
}

/** lose forgets the row that goTo scrolled to, when a person scrolls. */
export const lose = () => delete byId("sheets").dataset["at"];

/** at is the row that goTo scrolled to, or the last that begins above the window's edge; -1: the first begins below it. */
export function at(): number {
  const sheets = byId("sheets");
  if (sheets.dataset["at"]) return Number(sheets.dataset["at"]);
  const edge = Math.max(0, byId("result").getBoundingClientRect().top) + 20;
  return [...sheets.querySelectorAll("figure")].findLastIndex((figure) => figure.getBoundingClientRect().top <= edge);
}

/** difference is the next row that differs, from the other end again after the last. */
export function difference(preview: Preview, by: 1 | -1): number | undefined {
  const rows = preview.rows.flatMap((row, i) => (row.score > 0 ? [i] : []));
  const from = at();
  return by > 0 ? (rows.find((i) => i > from) ?? rows[0]) : (rows.findLast((i) => i < from) ?? rows.at(-1));
}
