// How differences between two pages are drawn, in the report of a comparison and in the workbench: marks around words, arrows along
// which words moved, and a strip along the page's height.

/** Box is a place on a page, in millimetres. */
export type Box = [left: number, top: number, width: number, height: number];

/** Mark is a place that differs. Rows are pairs of pages, counted from 0. */
export interface Mark {
  kind: string;
  text?: string;
  row: number;
  /** from is on the reference's page, to on the other's. */
  from?: Box;
  to?: Box;
  /** toRow is the row of to if it is not row. */
  toRow?: number;
}

/** Side is one of the two pages of a row. */
export type Side = "from" | "to";

/** meanings are the kinds of marks in words. */
export const meanings: Record<string, string> = {
  missing: "missing", extra: "in addition", changed: "changed", moved: "moved", cut: "cut", invisible: "invisible",
  overprinted: "on top of another", look: "looks different", picture: "picture missing", ignored: "ignored",
};

/** colours are those of the kinds. They are the same in light and dark pages, since paper is white. */
export const colours: Record<string, string> = {
  missing: "#d1003f", changed: "#d1003f", picture: "#d1003f", extra: "#7a2bd6", moved: "#1f66e5",
  cut: "#e0620d", invisible: "#e0620d", overprinted: "#e0620d", look: "#0a8a6a", ignored: "#5b6675",
};

const toRowOf = (mark: Mark) => mark.toRow ?? mark.row;

/** drawMarks draws the marks on one page of a row. The drawing covers a page of that size. */
export function drawMarks(marks: Mark[], row: number, side: Side, [width, height]: [number, number]): SVGElement {
  const layer = drawing("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMinYMin meet", "aria-hidden": "true" });
  for (const mark of marks) {
    const box = (side === "from" ? mark.row : toRowOf(mark)) === row ? mark[side] : undefined;
    if (!box) continue;
    const colour = colours[mark.kind] ?? "#000";
    const moved = mark.kind === "moved";
    const frame = drawing("rect", {
      x: box[0] - 0.4, y: box[1] - 0.2, width: box[2] + 0.8, height: box[3] + 0.4, rx: 0.6,
      class: `mark ${mark.kind}`, fill: colour, "fill-opacity": moved ? 0.08 : 0.22, stroke: colour, "stroke-width": moved ? 0.12 : 0.4,
    });
    const title = drawing("title", {});
    title.textContent = `${meanings[mark.kind] ?? mark.kind}: ${mark.text ?? ""}`;
    frame.append(title);
    layer.append(frame);
    const way = moved && wayOf(mark, side);
    if (way) layer.append(...arrow(...way, colour));
  }
  return layer;
}

type Point = [x: number, y: number];
const middle = ([left, top, width, height]: Box): Point => [left + width / 2, top + height / 2];

/** towardsPage is the length of the arrow of a word that is on another page, in millimetres. */
const towardsPage = 6;

/** wayOf is the way of a word that moved; on the reference's page alone if it leads to another page. */
function wayOf(mark: Mark, side: Side): [Point, Point] | null {
  if (!mark.from || !mark.to) return null;
  const from = middle(mark.from);
  if (toRowOf(mark) === mark.row) return [from, middle(mark.to)];
  return side === "from" ? [from, [from[0], from[1] + (toRowOf(mark) > mark.row ? towardsPage : -towardsPage)]] : null;
}

/** arrow draws a way, unless it is too short to see. */
function arrow([x1, y1]: Point, [x2, y2]: Point, colour: string): SVGElement[] {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 0.8) return [];
  const head = Math.min(1.6, length / 2);
  const ux = ((x2 - x1) / length) * head;
  const uy = ((y2 - y1) / length) * head;
  return [
    drawing("line", { x1, y1, x2: x2 - ux, y2: y2 - uy, stroke: colour, "stroke-width": 0.3, "stroke-opacity": 0.7 }),
    drawing("polygon", { points: `${x2},${y2} ${x2 - ux - uy / 2},${y2 - uy + ux / 2} ${x2 - ux + uy / 2},${y2 - uy - ux / 2}`, fill: colour, "fill-opacity": 0.8 }),
  ];
}

/** strip is a background that shows along a page's height how much differs, from shares of the width. */
export function strip(shares: number[]): string {
  const stops = shares.flatMap((share, i) => {
    const colour = share > 0 ? `rgb(209 0 63 / ${Math.min(1, 0.2 + share * 2.5)})` : "transparent";
    return [`${colour} ${(i / shares.length) * 100}%`, `${colour} ${((i + 1) / shares.length) * 100}%`];
  });
  return stops.length > 0 ? `linear-gradient(${stops.join(",")})` : "none";
}

/** drawing makes an element of SVG. */
function drawing(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
