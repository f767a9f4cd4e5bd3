// The script of the report: a table of documents, and the pages of one. "go generate ./adapters/workbench" bundles it.
import { colours, drawMarks, meanings, strip } from "../../internal/differences/differences";

const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const views = { side: "Side by side", overlay: "Overlay", blink: "Blink" };
const rows = data.documents.flatMap((d, i) => d.comparisons.map((c, k) => ({ d, c, id: d.name + "/" + c.engine, order: i * 100 + k })));
const verdicts = ["identical", "similar", "different", "broken", "new"].filter(v => v !== "new" || rows.some(r => r.c.verdict === v));
const state = { sort: "score", down: true, find: "", only: "", row: 0, view: "side", marks: true, heat: false, zoom: false, mix: 50, at: "" };

function element(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) e.setAttribute(name, value);
  }
  e.append(...children.filter(c => c != null));
  return e;
}
/** unseen is text for screen readers only. */
const unseen = text => element("span", { class: "unseen" }, text);
const picture = (d, engine, page, kind = "") => `${d.pictures}/${encodeURIComponent(engine)}-${page}${kind}.png`;
const ratio = (a, b) => a > 0 && b > 0 ? b / a : 0;
const times = x => x ? (x >= 10 ? x.toFixed(0) : x.toFixed(1)) + " ×" : "";
const mebibytes = n => (n / 2 ** 20).toFixed(0) + " MiB";
/** paper is the size of the first page; engines round it each in its way. */
const paper = render => render.paper_mm[0].map(v => v.toFixed(0)).join(" × ");
const kilobytes = n => n >= 1e6 ? (n / 1e6).toFixed(1) + " MB" : Math.ceil(n / 1000) + " kB";

const keys = {
  name: r => r.d.name, engine: r => r.c.engine, score: r => r.c.score, words: r => r.c.words.missing * 1e6 + r.c.words.moved,
  time: r => ratio(r.d.renders[data.reference].p50_ms, r.d.renders[r.c.engine].p50_ms), bytes: r => ratio(r.d.renders[data.reference].bytes, r.d.renders[r.c.engine].bytes),
};
function shown() {
  const find = state.find.toLowerCase(), key = keys[state.sort];
  return rows.filter(r => (!state.only || r.c.verdict === state.only) && (!find || (r.id + " " + r.c.reasons.join(" ")).toLowerCase().includes(find)))
    .sort((x, y) => { const a = key(x), b = key(y); return (a < b ? -1 : a > b ? 1 : x.order - y.order) * (state.down && a !== b ? -1 : 1); });
}

/** worst is the row that differs most. */
const worst = r => r.c.rows.reduce((most, row, i) => row.score > r.c.rows[most].score ? i : most, 0);

/** thumbs shows the worst page of both, with what the document no longer says. */
function thumbs(r) {
  const i = worst(r), cell = element("td", { class: "thumbs" });
  if (!r.c.rows.length) return cell;
  cell.append(element("div", { class: "pair" }, ...["a", "b"].map(side => sheet(r, i, pageImage(r, i, side), marksOf(r, i, side, r.c.marks.filter(m => !["moved", "look", "ignored"].includes(m.kind)).slice(0, 40))))));
  if (r.c.rows.length > 1) cell.append(element("small", {}, `page ${i + 1} of ${r.c.rows.length}`));
  return cell;
}
/** share is a bar of how many documents have which verdict. */
function share() {
  $("share").replaceChildren(...verdicts.map(v => {
    const n = rows.filter(r => r.c.verdict === v).length;
    return n ? element("i", { class: v, style: `flex-grow:${n}`, title: `${n} ${v}` }, n / rows.length > 0.05 ? String(n) : "") : null;
  }).filter(x => x));
}
/** family names the renderings that are one row: those of one template by one engine. */
const family = r => r.d.template ? r.d.template + "/" + r.c.engine : r.id;
const unfolded = new Set();
/** grouped lists the rows to show, with the number of others of the same template that are folded under each; -1 for one of those. */
function grouped(list) {
  const families = Map.groupBy(list, family);
  return [...families].flatMap(([key, all]) => all.slice(0, unfolded.has(key) ? all.length : 1).map((r, i) => [r, i ? -1 : all.length - 1]));
}
function unfold(r, others) {
  const key = family(r);
  return element("button", { class: "unfold", "data-family": key, "aria-expanded": String(unfolded.has(key)), onclick: () => {
    if (!unfolded.delete(key)) unfolded.add(key);
    overview();
    [...document.querySelectorAll(".unfold")].find(b => b.dataset.family === key)?.focus();
  } }, `${others} more of this template`);
}
function overview() {
  $("chips").replaceChildren(...["", ...verdicts].map(v => element("button", {
    "aria-pressed": String(state.only === v), onclick: () => { state.only = v; save(); },
  }, (v || "all") + " " + rows.filter(r => !v || r.c.verdict === v).length)));
  const list = shown();
  $("count").textContent = `${list.length} of ${rows.length}`;
  document.querySelectorAll("#documents th[data-sort]").forEach(th => {
    if (th.dataset.sort === state.sort) th.setAttribute("aria-sort", state.down ? "descending" : "ascending"); else th.removeAttribute("aria-sort");
  });
  document.querySelector("#documents tbody").replaceChildren(...grouped(list).map(([r, others]) => {
    const a = r.d.renders[data.reference], b = r.d.renders[r.c.engine];
    return element("tr", { class: others < 0 ? "member" : "", onclick: e => { if (!["A", "BUTTON"].includes(e.target.tagName)) open(r.id); } }, thumbs(r),
      element("td", { class: "name" }, element("a", { "data-id": r.id, href: "#" + encodeState({ at: r.id, row: worst(r) }) }, r.d.name),
        r.d.request_id ? element("small", {}, r.d.request_id) : null, others > 0 ? unfold(r, others) : null), element("td", {}, r.c.engine),
      element("td", { class: r.c.verdict }, element("span", { class: "badge" }, r.c.verdict), " " + r.c.score.toFixed(1),
        element("span", { class: "score" }, element("i", { style: `width:${r.c.score}%` }))),
      element("td", {}, element("ul", {}, ...r.c.reasons.slice(0, 3).map(t => element("li", {}, t)), r.c.reasons.length > 3 ? element("li", {}, `and ${r.c.reasons.length - 3} more`) : null)),
      element("td", { class: "number" }, `${r.c.words.missing} / ${r.c.words.moved}`),
      element("td", { class: "number" }, times(ratio(a.p50_ms, b.p50_ms))), element("td", { class: "number" }, times(ratio(a.bytes, b.bytes))));
  }));
  $("engines").replaceChildren(element("table", {}, ...data.engines.map(e => element("tr", {}, element("th", { scope: "row" }, e.name), element("td", {}, [e.version, e.name === data.reference ? "reference" : ""].filter(x => x).join(", "))))));
}

const marksOf = (r, index, side, marks = r.c.marks) => drawMarks(marks, index, side === "a" ? "from" : "to", r.c.rows[index].size);
const gutterOf = row => `background-image:${strip(row.gutter || (row.a && row.b ? [] : [1]))}`;
function pageImage(r, index, side) {
  const row = r.c.rows[index], page = side === "a" ? row.a : row.b;
  if (!page) return element("div", { class: "none" }, "no such page");
  const engine = side === "a" || row.same ? data.reference : r.c.engine;
  return element("img", { src: picture(r.d, engine, row.same ? row.a : page), loading: "lazy", alt: `page ${page} of ${side === "a" ? data.reference : r.c.engine}` });
}
const heatImage = (r, index) => { const row = r.c.rows[index]; return row.gutter ? element("img", { src: picture(r.d, r.c.engine, row.b, "-heat"), alt: "what differs" }) : null; };
function sheet(r, index, ...layers) {
  const row = r.c.rows[index];
  return element("div", { class: "sheet", style: `aspect-ratio:${row.size[0]}/${row.size[1]}` }, ...layers, element("div", { class: "strip", style: gutterOf(row) }));
}
function stage(r) {
  const i = state.row, row = r.c.rows[i];
  $("stage").className = state.view === "blink" ? "blink" : "";
  $("stage").classList.toggle("zoom", state.zoom);
  if (!row) return $("stage").replaceChildren(element("p", {}, [data.reference, r.c.engine].every(e => r.d.renders[e].error !== null) ? "Neither engine gave a PDF." : "There are no pictures of this document."));
  const caption = (name, page) => element("figcaption", {}, element("b", {}, name), page ? `page ${page}` : "");
  if (state.view === "side") {
    return $("stage").replaceChildren(...["a", "b"].map(side => element("figure", {}, caption(side === "a" ? data.reference : r.c.engine, row[side]),
      sheet(r, i, pageImage(r, i, side), state.heat && side === "b" ? heatImage(r, i) : null, state.marks ? marksOf(r, i, side) : null))));
  }
  const over = element("div", { class: "over", style: "position:absolute;inset:0;background:#fff;" + (state.view === "overlay" ? `opacity:${state.mix / 100}` : "") }, pageImage(r, i, "b"));
  $("stage").replaceChildren(element("figure", {}, caption(`${data.reference} and ${r.c.engine}`, row.a || row.b),
    sheet(r, i, pageImage(r, i, "a"), over, state.heat ? heatImage(r, i) : null, state.marks ? marksOf(r, i, "b") : null)));
}
/** differing names the parts of two fingerprints that differ. */
function differing(a, b) {
  const [x, y] = [a, b].map(f => new Map([...(f || "").matchAll(/(\w+)="(\w+)"/g)].map(m => [m[1], m[2]])));
  return [...x.keys()].filter(part => y.has(part) && x.get(part) !== y.get(part));
}
function facts(r, a, b) {
  const line = (name, x, y) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, String(x)), element("td", {}, String(y)));
  const row = r.c.rows[state.row] || {}, margins = (render, page) => { const m = page && render.margins_mm && render.margins_mm[page - 1]; return m ? m.map(v => v.toFixed(0)).join(" ") : "–"; };
  const faint = render => (render.faint_text || []).slice(0, 8).join("; ") || "none";
  const list = (name, texts) => texts.length ? [element("tr", {}, element("th", { scope: "row" }, name), element("td", { colspan: 2 }, texts.slice(0, 8).join(", ") + (texts.length > 8 ? ` and ${texts.length - 8} more` : "")))] : [];
  const s = r.c.structure || { missing_links: [], extra_links: [], missing_bookmarks: [], extra_bookmarks: [] };
  return [...(a.margins_mm || b.margins_mm ? [line("margins, mm: top right bottom left", margins(a, row.a), margins(b, row.b))] : []),
    ...(a.title || b.title ? [line("title", a.title || "none", b.title || "none")] : []),
    ...list("request", [r.d.request_id].filter(x => x)), ...list("fingerprint parts that differ", differing(a.fingerprint, b.fingerprint)),
    ...(a.standards || b.standards ? [line("standards", a.standards || "none", b.standards || "none")] : []),
    ...(a.faint_text || b.faint_text ? [line("text of little contrast", faint(a), faint(b))] : []),
    line("links", a.links ?? 0, b.links ?? 0), line("bookmarks", a.bookmarks ?? 0, b.bookmarks ?? 0),
    ...list("missing links", s.missing_links), ...list("extra links", s.extra_links), ...list("missing bookmarks", s.missing_bookmarks), ...list("extra bookmarks", s.extra_bookmarks)];
}
function numbers(r) {
  const a = r.d.renders[data.reference], b = r.d.renders[r.c.engine], w = r.c.words;
  const line = (name, x, y) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, String(x)), element("td", {}, String(y)));
  $("numbers").replaceChildren(element("tr", {}, element("td"), element("th", { scope: "col" }, data.reference), element("th", { scope: "col" }, r.c.engine)),
    ...(a.error === null && b.error === null ? [line("pages", a.pages, b.pages), line("size", kilobytes(a.bytes), kilobytes(b.bytes)),
      ...(a.p50_ms && b.p50_ms ? [line("time", a.p50_ms + " ms", b.p50_ms + " ms")] : []),
      ...(a.memory_bytes && b.memory_bytes ? [line("memory", mebibytes(a.memory_bytes), mebibytes(b.memory_bytes))] : []), line("resources failed", a.failed_resources, b.failed_resources),
      ...(a.paper_mm.length && b.paper_mm.length ? [line("paper, mm", paper(a), paper(b))] : []), ...facts(r, a, b), line("words alone", w.missing, w.extra), line("words moved", "", `${w.moved} of ${w.matched}`), line("median, furthest", "", `${w.median_shift_mm}, ${w.max_shift_mm} mm`),
      ...[[data.reference, a], [r.c.engine, b]].map(([name, render]) => element("tr", {}, element("th", { scope: "row" }, `fonts of ${name}`), element("td", { colspan: 2 }, render.fonts.join(", ") || "none")))] : []));
}
/** reasons lists the first, which are the weightiest, and folds the others away. */
function reasons(r) {
  const list = r.c.reasons.map(t => {
    const page = /^pages? (\d+)/.exec(t), index = page ? r.c.rows.findIndex(x => x.a === +page[1]) : -1;
    return element("li", {}, index >= 0 ? element("a", { href: "#" + encodeState({ row: index }) }, t) : t);
  });
  const first = 7, more = list.length > first + 1 ? list.splice(first) : [];
  const open = $("reasons").dataset.of === r.id && $("reasons").querySelector("details")?.open; // another page of the same document
  $("reasons").dataset.of = r.id;
  $("reasons").replaceChildren(element("ol", {}, ...(list.length ? list : [element("li", {}, "Nothing that can be seen.")])),
    ...(more.length ? [element("details", { open: open ? "" : false }, element("summary", {}, `${more.length} more`), element("ol", { start: first + 1 }, ...more))] : []));
}
function details(r) {
  $("verdict").replaceChildren(element("span", { class: r.c.verdict }, element("span", { class: "badge" }, r.c.verdict)), ` ${r.c.score.toFixed(1)} of 100`);
  reasons(r);
  numbers(r);
  $("pages").replaceChildren(...r.c.rows.map((row, i) => element("button", { "aria-current": String(i === state.row), onclick: () => { state.row = i; save(); } },
    element("span", { class: "gutter", style: gutterOf(row) }), element("span", {}, unseen("page "), String(row.a || "–") + (row.b && row.b !== row.a ? "/" + row.b : ""), element("br"),
      element("small", {}, ...(row.score ? [unseen("score "), row.score.toFixed(0)] : ["same"]))))));
  document.querySelector("#pages [aria-current=true]")?.scrollIntoView({ block: "nearest" });
  $("views").replaceChildren(...Object.entries(views).map(([v, name]) => element("button", { "aria-pressed": String(state.view === v), onclick: () => { state.view = v; save(); } }, name)));
  $("mixing").hidden = state.view !== "overlay";
  $("mix").value = state.mix; $("mixed").textContent = r.c.engine; $("marks").checked = state.marks; $("heat").checked = state.heat; $("zoom").checked = state.zoom;
  const kinds = [...new Set(r.c.marks.map(m => m.kind))];
  document.querySelector(".legend").replaceChildren(...kinds.map(k => element("span", {}, element("i", { style: `--k:${colours[k]}` }), meanings[k])));
  stage(r);
}

const defaults = { ...state };
const encodeState = change => new URLSearchParams(Object.entries({ ...state, ...change }).filter(([k, v]) => v !== defaults[k]).map(([k, v]) => [k, String(v)])).toString();
function save() { const hash = "#" + encodeState({}); if (location.hash === hash || (hash === "#" && !location.hash)) show(); else location.hash = hash; }
function load() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const [k, v] of Object.entries(defaults)) {
    const text = given.get(k);
    state[k] = text === null ? v : typeof v === "boolean" ? text === "true" : typeof v === "number" ? +text || 0 : text;
  }
  if (!keys[state.sort]) state.sort = "score";
  if (!views[state.view]) state.view = "side";
}
const current = () => rows.find(r => r.id === state.at);
let before = { at: "", scroll: 0 }; // the document that was shown, and how far the table was scrolled
function show() {
  const r = current(), at = r ? r.id : "", another = at !== before.at;
  if (another && !before.at) before.scroll = scrollY;
  $("overview").hidden = !!r; $("document").hidden = !r;
  $("headline").hidden = !!r;
  document.querySelector("header").classList.toggle("one", !!r);
  $("where").textContent = r ? `${r.d.name}: ${r.c.engine} against ${data.reference}` : `${data.engines.map(e => e.name).join(", ")}`;
  document.title = r ? `${r.d.name}: ${r.c.engine}` : "Platen: comparison";
  if (document.activeElement !== $("find")) $("find").value = state.find;
  if (r) { state.row = Math.max(0, Math.min(state.row, r.c.rows.length - 1)); details(r); } else overview();
  if (!another) return;
  scrollTo(0, r ? 0 : before.scroll);
  if (!r) [...document.querySelectorAll("#documents .name a")].find(a => a.dataset.id === before.at)?.focus({ preventScroll: true });
  before.at = at;
}
function open(id) { state.at = id; state.row = worst(current()); save(); }
function step(by) { const list = shown(), i = list.findIndex(r => r.id === state.at); if (list.length) open(list[(i + by + list.length) % list.length].id); }
function turn(by) { const r = current(); if (r) { state.row = Math.max(0, Math.min(r.c.rows.length - 1, state.row + by)); save(); } }
function seek(by) {
  const r = current();
  if (!r) return;
  for (let i = state.row + by; i >= 0 && i < r.c.rows.length; i += by) if (r.c.rows[i].score > 0) { state.row = i; return save(); }
  const list = shown();
  for (let k = 1, i = list.indexOf(r); k <= list.length; k++) {
    const other = list[(i + by * k + list.length * k) % list.length];
    const found = other.c.rows.map((row, n) => row.score > 0 ? n : -1).filter(n => n >= 0);
    if (found.length) { state.at = other.id; state.row = by > 0 ? found[0] : found[found.length - 1]; return save(); }
  }
}
function walk(by) {
  const links = [...document.querySelectorAll("#documents .name a")], at = links.indexOf(document.activeElement);
  if (current() || !links.length) return false;
  links[at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.max(0, Math.min(links.length - 1, at + by))].focus();
}
const commands = {
  ArrowDown: () => walk(1), ArrowUp: () => walk(-1), ArrowRight: () => turn(1), ArrowLeft: () => turn(-1), n: () => current() ? seek(1) : shown()[0] && open(shown()[0].id), p: () => seek(-1), "]": () => step(1), "[": () => step(-1),
  1: () => { state.view = "side"; save(); }, 2: () => { state.view = "overlay"; save(); }, 3: () => { state.view = "blink"; save(); },
  m: () => { state.marks = !state.marks; save(); }, h: () => { state.heat = !state.heat; save(); }, z: () => { state.zoom = !state.zoom; save(); }, Escape: () => { state.at = ""; state.row = 0; save(); }, "/": () => $("find").focus(), "?": () => $("keys").showModal(),
};
addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || $("keys").open) return;
  if (e.target instanceof HTMLInputElement && (e.target.type === "search" || e.target.type === "range" && e.key.startsWith("Arrow"))) { if (e.key === "Escape") e.target.blur(); return; }
  const command = commands[e.key];
  if (command && command() !== false) e.preventDefault();
});
addEventListener("hashchange", () => { load(); show(); });
$("find").addEventListener("input", e => { state.find = e.target.value; history.replaceState(null, "", "#" + encodeState({})); show(); });
$("mix").addEventListener("input", e => { state.mix = +e.target.value; const over = document.querySelector(".over"); if (over) over.style.opacity = state.mix / 100; });
$("mix").addEventListener("change", save);
$("marks").addEventListener("change", e => { state.marks = e.target.checked; save(); });
$("heat").addEventListener("change", e => { state.heat = e.target.checked; save(); });
$("zoom").addEventListener("change", e => { state.zoom = e.target.checked; save(); });
$("back").addEventListener("click", commands.Escape); $("previous").addEventListener("click", () => step(-1)); $("next").addEventListener("click", () => step(1));
document.querySelectorAll(".help").forEach(b => b.addEventListener("click", commands["?"]));
$("stage").addEventListener("click", () => $("stage").classList.toggle("hold"));
document.querySelectorAll("#documents th[data-sort] button").forEach(b => b.addEventListener("click", () => {
  const sort = b.parentElement.dataset.sort;
  state.down = state.sort === sort ? !state.down : sort !== "name" && sort !== "engine"; state.sort = sort; save();
}));
share(); load(); show();
