// The bookmarks of the PDFs, beside the pages.

import { byId, element } from "./dom";
import type { Bookmark, Preview } from "./service";

/** Places finds the row of an engine's page; -1 if it is not drawn. */
export type Places = (engine: number, page: number) => number;

/** outline shows what readers would show, if any of the PDFs has bookmarks. */
export function outline(preview: Preview, rowOf: Places, goTo: (row: number) => void) {
  const lists = preview.renders.map((render, engine) => {
    const entries = render.bookmarks.map((bookmark) => entry(bookmark, rowOf(engine, bookmark.page), goTo));
    const list = entries.length > 0 ? nested(render.bookmarks, entries) : element("p", { class: "soft" }, render.error ? "no PDF" : "no bookmarks");
    return element("section", {}, element("h2", {}, preview.renders.length > 1 ? render.engine : "Bookmarks"), list);
  });
  const shown = byId("outline");
  shown.hidden = preview.renders.every((render) => render.bookmarks.length === 0);
  shown.replaceChildren(...lists);
}

function entry(bookmark: Bookmark, row: number, goTo: (row: number) => void): HTMLElement {
  const page = bookmark.page > 0 ? [element("span", { class: "soft" }, element("span", { class: "unseen" }, ", page "), ` ${bookmark.page}`)] : [];
  const title = bookmark.title.trim() || "(no title)";
  if (row < 0) return element("li", {}, title, ...page);
  return element("li", {}, element("button", { class: "link", click: () => goTo(row) }, title), ...page);
}

/** nested puts the entries of deeper levels into lists of their own. */
function nested(bookmarks: Bookmark[], entries: HTMLElement[]): HTMLElement {
  const top = element("ul", {});
  const open: { level: number; list: HTMLElement }[] = [{ level: bookmarks[0]?.level ?? 1, list: top }];
  bookmarks.forEach((bookmark, i) => {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > bookmark.level) open.pop();
    const around = open.at(-1) as (typeof open)[number];
    const last = around.list.lastElementChild;
    if (bookmark.level > around.level && last) {
      const list = element("ul", {});
      last.append(list);
      open.push({ level: bookmark.level, list });
    }
    (open.at(-1) ?? around).list.append(entries[i] as HTMLElement);
  });
  return top;
}
