// The workbench: editors on one side, what becomes of the request on the other.

import { byId, download, element } from "./dom";
import { Editors } from "./editors";
import { outline } from "./outline";
import * as problems from "./problems";
import { type Body, bodyOf, curlOf, type Field, fields, read, type Request } from "./request";
import * as service from "./service";
import * as sheets from "./sheets";
import { sentence, summarise } from "./summary";

const draftName = "platen.draft";
/** pause is the time without typing after which a live preview is asked for, in milliseconds. */
const pause = 500;

/** checkPause is the time without typing after which a request is looked through for faults. */
const checkPause = 150;

const look: sheets.Look = { view: "side", mix: 50, marks: true, heat: false, zoom: 0 };
const editors = new Editors(changed);
let last: service.Preview | null = null;
let asked: AbortController | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let checking: ReturnType<typeof setTimeout> | undefined;
let faulty = false;

const select = (id: string) => byId<HTMLSelectElement>(id);
const input = (id: string) => byId<HTMLInputElement>(id);
const status = (text: string, busy = false) => {
  byId("status").textContent = byId("status").title = text;
  byId("result").setAttribute("aria-busy", String(busy));
};
const engines = () => [select("engine").value, select("other").value].filter((name, i, all) => name !== "" && all.indexOf(name) === i);

/** changed is told of each edit. The pages are then those of an earlier request. */
function changed() {
  keepDraft();
  byId("result").classList.add("stale");
  clearTimeout(checking);
  checking = setTimeout(check, checkPause);
  schedule(pause);
}

/** check shows what keeps the request from being sent, and reports whether there is nothing. */
function check(): boolean {
  clearTimeout(checking);
  const faults = problems.problemsOf(editors);
  const [first] = faults;
  if (first || faulty) problems.show(faults, editors);
  if (first) status(`Not rendered. ${problems.inOneLine(first, editors)}`);
  else if (faulty) status("");
  faulty = first !== undefined;
  byId<HTMLButtonElement>("curl").disabled = faulty;
  return !faulty;
}

function schedule(wait: number) {
  clearTimeout(timer);
  if (input("live").checked) timer = setTimeout(() => void render(), wait);
}

/** render asks for a preview, and gives up the one before. */
async function render() {
  clearTimeout(timer);
  asked?.abort();
  if (!check()) return;
  if (service.key() === "") return askKey("");
  const control = (asked = new AbortController());
  const request = editors.request;
  const body = bodyOf(request);
  status("Rendering…", true);
  try {
    const preview = await service.preview(engines(), body.json, control.signal);
    if (control.signal.aborted) return;
    show(preview, request, body);
  } catch (error) {
    if (!control.signal.aborted) failed(error, request, body);
  }
}

function show(preview: service.Preview, request: Request, body: Body) {
  last = preview;
  byId("result").classList.toggle("stale", bodyOf(editors.request).json !== body.json);
  const found = [...problems.missing(preview.missing, request), ...problems.mend(preview.mend, request)];
  for (const r of preview.renders) if (r.error && !found.some((p) => p.message === r.error?.message)) found.push(problems.refused(r.error.message, body, request));
  problems.show(found, editors);
  summarise(preview);
  outline(preview, (engine, page) => sheets.rowOf(preview, engine, page), goTo);
  redraw();
  status(sentence(preview));
}

function failed(error: unknown, request: Request, body: Body) {
  const message = error instanceof Error ? error.message : String(error);
  status(`Not rendered: ${message}`);
  if (!(error instanceof service.Refusal)) return;
  if (error.status === 401) return askKey(message);
  if (error.retryAfter > 0) return schedule(error.retryAfter * 1000);
  problems.show([problems.refused(message, body, request)], editors);
}

function redraw() {
  if (!last) return;
  const two = last.renders.length > 1;
  byId("comparing").hidden = !two;
  byId("mixing").hidden = look.view !== "overlay";
  byId("first").textContent = last.renders[0]?.engine ?? "";
  byId("second").textContent = last.renders[1]?.engine ?? "";
  byId("views").replaceChildren(...(Object.keys(sheets.views) as sheets.View[]).map((view) =>
    element("button", { "aria-pressed": String(look.view === view), click: () => setView(view) }, sheets.views[view])));
  sheets.draw(last, two ? look : { ...look, view: "side" });
  const { rows } = last;
  place(Math.min(sheets.at(), rows.length - 1), rows.length);
}

/** place says which page is shown. */
function place(row: number, rows: number) {
  byId("place").textContent = rows > 0 ? `page ${Math.max(0, row) + 1} of ${rows}` : "";
}

/** goTo shows a row. */
function goTo(row: number | undefined) {
  if (!last || row === undefined || last.rows.length === 0) return;
  const shown = Math.max(0, Math.min(last.rows.length - 1, row));
  sheets.goTo(shown);
  place(shown, last.rows.length);
}

const turn = (by: 1 | -1) => goTo(sheets.at() + by);
const seek = (by: 1 | -1) => last && goTo(sheets.difference(last, by));

/** example opens the next example, or the one before. */
function example(by: 1 | -1) {
  const list = select("examples");
  const names = [...list.options].map((option) => option.value).filter((name) => name !== "");
  const current = names.indexOf(list.value);
  list.value = names[(current + by + names.length + (current < 0 && by < 0 ? 1 : 0)) % names.length] ?? "";
  void openExample(list.value);
}

/** zoom shows the pages larger or smaller. */
function zoom(by: 1 | -1) {
  const list = select("zoom");
  const shown = list.selectedIndex === 0 ? 2 : list.selectedIndex; // what fits is about 100 %
  list.selectedIndex = Math.max(1, Math.min(list.options.length - 1, shown + by));
  setZoom();
}

function setZoom() {
  look.zoom = Number(select("zoom").value);
  redraw();
}

function toggle(id: "marks" | "heat") {
  look[id] = input(id).checked = !look[id];
  redraw();
}

function setView(view: sheets.View) {
  look.view = view;
  redraw();
  byId("views").querySelector<HTMLButtonElement>("[aria-pressed=true]")?.focus();
}

/** askKey opens the dialog for the key. */
function askKey(why: string) {
  byId("keyWhy").textContent = why;
  status("An API key is needed.");
  const dialog = byId<HTMLDialogElement>("keyDialog");
  if (!dialog.open) dialog.showModal();
  input("keyInput").value = "";
}

byId<HTMLDialogElement>("keyDialog").addEventListener("close", (event) => {
  const { returnValue } = event.target as HTMLDialogElement;
  if (returnValue === "use") service.setKey(input("keyInput").value.trim());
  if (returnValue === "forget") service.setKey("");
  input("keyInput").value = "";
  if (returnValue === "use") void render();
});

function keepDraft() {
  try {
    sessionStorage.setItem(draftName, JSON.stringify(editors.request));
  } catch {
    sessionStorage.removeItem(draftName); // it is larger than the browser keeps
  }
}

function draft(): Request | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(draftName) ?? "null") as Request | null;
    return kept && fields.every((field) => typeof kept[field] === "string") && kept.html !== "" ? kept : null;
  } catch {
    return null;
  }
}

function open(json: string, name: string) {
  try {
    editors.load(read(json));
    schedule(0);
  } catch (error) {
    problems.show([{ message: `${name} cannot be opened: ${error instanceof Error ? error.message : error}`, severity: "error" }], editors);
  }
}

async function openExample(name: string) {
  const answer = await fetch(`/workbench/${encodeURIComponent(name)}.json`);
  open(await answer.text(), name);
}

async function openFile(file: File | undefined) {
  if (!file) return;
  select("examples").value = "";
  open(await file.text(), file.name);
}

async function downloadPDF() {
  if (service.key() === "") return askKey("");
  const engine = select("engine").value;
  status(`Printing with ${engine}…`);
  const request = editors.request;
  const body = bodyOf(request);
  try {
    download("document.pdf", await service.pdf(engine, body.json));
    status("document.pdf is downloaded.");
  } catch (error) {
    failed(error, request, body);
  }
}

async function copyCurl() {
  const [, port] = /:(\d+)$/.exec(document.body.dataset["public"] ?? "") ?? [];
  const command = curlOf(bodyOf(editors.request).json, `http://${location.hostname}:${port ?? "8080"}/api/pdf/external`);
  try {
    await navigator.clipboard.writeText(command);
    status("The command is copied; it reads the key from $API_KEY.");
  } catch { // the page is not in a secure context, or may not write to the clipboard
    byId<HTMLTextAreaElement>("text").value = command;
    byId<HTMLDialogElement>("textDialog").showModal();
    byId<HTMLTextAreaElement>("text").select();
  }
}

const save = () => download("request.json", new Blob([bodyOf(editors.request).json], { type: "application/json" }));
const showKeys = () => byId<HTMLDialogElement>("keysDialog").showModal();

byId("render").addEventListener("click", () => void render());
byId("open").addEventListener("click", () => input("file").click());
byId("save").addEventListener("click", save);
byId("curl").addEventListener("click", () => void copyCurl());
byId("pdf").addEventListener("click", () => void downloadPDF());
byId("key").addEventListener("click", () => askKey(""));
byId("next").addEventListener("click", () => seek(1));
byId("keys").addEventListener("click", showKeys);
for (const scrolled of ["wheel", "touchmove"]) byId("result").addEventListener(scrolled, sheets.lose, { passive: true });
select("zoom").addEventListener("change", setZoom);
select("examples").addEventListener("change", (event) => void openExample((event.target as HTMLSelectElement).value));
input("file").addEventListener("change", () => {
  void openFile(input("file").files?.[0]);
  input("file").value = "";
});
for (const id of ["engine", "other"]) select(id).addEventListener("change", () => void render());
input("live").addEventListener("change", () => schedule(0));
input("mix").addEventListener("input", () => {
  look.mix = Number(input("mix").value);
  for (const over of document.querySelectorAll<HTMLElement>(".over")) over.style.opacity = String(look.mix / 100);
});
for (const id of ["marks", "heat"] as const) {
  input(id).addEventListener("change", () => {
    look[id] = input(id).checked;
    redraw();
  });
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  void openFile(event.dataTransfer?.files[0]);
});

/** pageKeys work where no text is written: in the preview, and where nothing has the focus. */
const pageKeys: Record<string, () => unknown> = {
  ArrowRight: () => turn(1), ArrowLeft: () => turn(-1), n: () => seek(1), p: () => seek(-1), "]": () => example(1), "[": () => example(-1),
  1: () => setView("side"), 2: () => setView("overlay"), 3: () => setView("blink"), m: () => toggle("marks"), h: () => toggle("heat"), "+": () => zoom(1), "-": () => zoom(-1), "?": showKeys,
};

/** shortcut finds what a key does. */
function shortcut(event: KeyboardEvent): (() => unknown) | undefined {
  if (event.altKey && !event.ctrlKey && /^Digit[1-5]$/.test(event.code)) return () => editors.show(fields[Number(event.code.slice(-1)) - 1] as Field, true);
  if (event.altKey && !event.ctrlKey && event.code === "Digit6") return () => byId("sheets").focus();
  if (event.altKey && !event.ctrlKey && event.code === "KeyN") return () => seek(1);
  if (event.ctrlKey || event.metaKey) return { Enter: () => void render(), s: save, o: () => input("file").click() }[event.key];
  if (event.key === "F8") return () => editors.nextProblem();
  const focus = event.target as HTMLElement;
  return !event.altKey && (focus === document.body || focus.closest(".view")) && !focus.closest("input, select, dialog") ? pageKeys[event.key] : undefined;
}
document.addEventListener("keydown", (event) => {
  const command = shortcut(event);
  if (!command || event.defaultPrevented) return;
  event.preventDefault();
  command();
});

const kept = draft();
if (kept) {
  select("examples").value = "";
  editors.load(kept);
} else {
  void openExample(select("examples").value);
}
if (service.key() === "") askKey("");
