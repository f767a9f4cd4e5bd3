// The workbench in a browser. The environment names the admin listener's URL, and the key.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { accessible, launch, openPage } from "./browser.mjs";

const { WORKBENCH: url, KEY: key } = process.env;
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/** open opens the workbench and gives it the key; the example is rendered then. */
async function open(settings) {
  const page = await openPage(browser, url, url, settings);
  await page.fill("#keyInput", key);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#sheets img");
  return page;
}

/** write replaces the text of an editor. */
async function write(page, field, text) {
  await page.click(`#tab-${field}`);
  await page.click(`#panel-${field} .cm-content`);
  await page.keyboard.press("Control+A");
  // Chromium gives text that replaces coloured text an inline style, which the policy forbids and the editor would undo.
  await page.keyboard.press("Backspace");
  await page.keyboard.insertText(text);
}

/** rendered waits for the preview that an action brings about, and gives the request's body. */
async function rendered(page, action) {
  const [answer] = await Promise.all([page.waitForResponse((r) => r.url().includes("/workbench/preview") && r.status() === 200), action()]);
  await page.waitForSelector("#result[aria-busy=false]");
  return answer.request().postData();
}

test("asks for the key, and keeps it in the tab only", async () => {
  const page = await openPage(browser, url, url);
  await page.fill("#keyInput", "wrong");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("keyWhy").textContent.includes("not valid"));
  await page.fill("#keyInput", key);
  await page.keyboard.press("Enter");
  await page.waitForSelector('#sheets img[alt="page 2 of chrome"]');
  assert.equal(await page.evaluate(() => sessionStorage.getItem("platen.key")), key);
  assert.equal(await page.evaluate(() => localStorage.length + document.cookie.length), 0);

  await write(page, "html", "<h1>mine</h1>");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#panel-html .cm-content").textContent.includes("mine"));
  await page.click("#key");
  await page.click("#forget");
  await page.waitForFunction(() => sessionStorage.getItem("platen.key") === null);
  await page.done();
});

test("compares two engines", async () => {
  const page = await open();
  await rendered(page, () => page.selectOption("#other", "wkhtmltopdf"));
  await page.waitForSelector("#summary .badge");
  assert.equal(await page.locator("figure:first-child img").count(), 2);
  assert.ok(await page.locator(".mark").count() > 0);
  assert.match(await page.textContent("#status"), /chrome: 2 pages in .* ms, wkhtmltopdf: 2 pages in .* ms/);

  await page.getByRole("button", { name: "Overlay" }).click();
  assert.equal(await page.locator(".over").first().evaluate((e) => e.style.opacity), "0.5");
  await page.focus("#mix");
  await page.keyboard.press("End");
  assert.equal(await page.locator(".over").first().evaluate((e) => e.style.opacity), "1");
  await page.uncheck("#marks");
  assert.equal(await page.locator(".mark").count(), 0);
  await page.check("#heat");
  assert.ok(await page.locator('img[alt="what differs"]').count() > 0);
  await page.getByRole("button", { name: "Blink" }).click();
  await page.waitForSelector("#sheets.blink .over");
  await page.keyboard.press("Alt+n");
  assert.ok(await page.locator("#sheets").getAttribute("data-at"));
  await page.done();
});

test("shows bookmarks beside the pages, in both engines' lists", async () => {
  const page = await open();
  await rendered(page, () => write(page, "html", '<h1>One</h1><h2 style="break-before:page">Two <em>and</em> more</h2><h1 style="break-before:page">Three</h1><h2 style="break-before:page">Four</h2>'));
  const outline = page.getByRole("navigation", { name: "Bookmarks" });
  assert.equal((await outline.locator("section > ul > li").allTextContents()).join("|"), "One, page  1Two and more, page  2|Three, page  3Four, page  4");
  await outline.getByRole("button", { name: "Three" }).press("Enter");
  await page.waitForFunction(() => document.getElementById("place").textContent === "page 3 of 4");
  const top = (selector) => page.locator(selector).evaluate((e) => e.getBoundingClientRect().top);
  assert.ok(Math.abs(await top('[data-row="2"]') - await top("#result")) < 40, "page 3 is not at the top");
  await accessible(page, "bookmarks");
  await rendered(page, () => page.selectOption("#other", "wkhtmltopdf"));
  assert.deepEqual(await outline.locator("section").evaluateAll((all) => all.map((s) => [s.querySelector("h2").textContent, s.querySelectorAll("button").length])), [["chrome", 4], ["wkhtmltopdf", 0]]);
  assert.match(await outline.textContent(), /no bookmarks/);
  await rendered(page, () => write(page, "html", "<p>no heading</p>"));
  assert.equal(await outline.isVisible(), false);
  await page.done();
});

test("turns pages, differences and examples by keys", async () => {
  const page = await open();
  const place = (text) => page.waitForFunction((text) => document.getElementById("place").textContent === text, text);
  await rendered(page, () => page.selectOption("#examples", "gotenberg-pages-12"));
  await place("page 1 of 12");
  await page.keyboard.press("Alt+6");
  for (const [key, where] of [["ArrowRight", "page 2 of 12"], ["ArrowRight", "page 3 of 12"], ["ArrowLeft", "page 2 of 12"]]) {
    await page.keyboard.press(key);
    await place(where);
  }
  await rendered(page, () => page.selectOption("#other", "wkhtmltopdf"));
  await page.focus("#sheets");
  const differing = await page.locator("figure").evaluateAll((all) => all.flatMap((f, i) => (f.querySelector(".caption .soft") ? [i + 1] : [])));
  assert.ok(differing.length > 0);
  await page.keyboard.press("ArrowLeft");
  await place("page 1 of 12");
  await page.keyboard.press("p");
  await place(`page ${differing.filter((n) => n < 1).at(-1) ?? differing.at(-1)} of 12`);
  await page.keyboard.press("2");
  await page.waitForSelector("#sheets.overlay");
  await page.focus("#sheets");
  await page.keyboard.press("h");
  assert.equal(await page.isChecked("#heat"), true);
  await page.keyboard.press("?");
  await page.waitForSelector("#keysDialog[open]");
  await accessible(page, "keys");
  await page.keyboard.press("Escape");
  await page.focus("#sheets");
  await rendered(page, () => page.keyboard.press("["));
  assert.equal(await page.inputValue("#examples"), "resume-letter-size");
  await page.keyboard.press("Alt+1");
  await page.keyboard.type("?");
  assert.equal(await page.locator("#keysDialog").isVisible(), false, "what is written is no command");
  await page.done();
});

test("dims pages that are stale, and its status moves nothing", async () => {
  const page = await open();
  const top = () => page.locator("#result").evaluate((e) => e.getBoundingClientRect().top);
  const opacity = (value) => page.waitForFunction((value) => getComputedStyle(document.querySelector(".sheet")).opacity === value, value);
  const before = await top();
  await opacity("1");
  await write(page, "data", `{"a": ${"long ".repeat(200)}`);
  await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("Not rendered."));
  await opacity("0.45");
  await accessible(page, "stale pages");
  assert.equal(await top(), before);
  await rendered(page, () => write(page, "data", "{}"));
  await opacity("1");
  assert.equal(await page.isDisabled("#curl"), false);
  assert.equal(await top(), before);
  await page.uncheck("#live");
  await write(page, "data", '{"a": 1}');
  await opacity("0.45");
  await page.done();
});

test("zooms", async () => {
  const page = await open();
  const width = () => page.locator(".sheet").first().evaluate((e) => Math.round(e.getBoundingClientRect().width / 96 * 25.4));
  const fits = await width();
  await page.selectOption("#zoom", "1");
  assert.equal(await width(), 210);
  await page.focus("#sheets");
  await page.keyboard.press("+");
  assert.equal(await width(), 315);
  await accessible(page, "zoomed");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= page.viewportSize().width);
  await page.keyboard.press("-");
  assert.equal(await width(), 210);
  await page.selectOption("#zoom", "");
  assert.equal(await width(), fits);
  await page.done();
});

test("works by keyboard alone", async () => {
  const page = await open();
  await page.keyboard.press("Alt+3");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Data of the request");
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" ");
  await page.focus("#tab-data");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-headerHtml");
  assert.equal(await page.locator("#panel-headerHtml").isVisible(), true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Header of the request", "the editor keeps the focus");
  await page.uncheck("#live");
  await rendered(page, () => page.keyboard.press("Control+Enter"));
  await page.keyboard.press("Alt+6");
  assert.equal(await page.evaluate(() => document.activeElement.id), "sheets");
  await page.done();
});

test("shows errors at their place", async () => {
  const page = await open();
  const problem = () => page.locator("#problems li").first().textContent();
  await write(page, "data", '{\n  "a": 1,\n  "b": }');
  await page.waitForSelector("#panel-data .cm-lintRange-error");
  assert.match(await problem(), /Data, line 3.*not valid JSON: a value is missing/);
  assert.equal(await page.textContent("#status"), "Not rendered. Data, line 3: Data is not valid JSON: a value is missing");
  assert.equal(await page.isDisabled("#curl"), true, "what cannot be sent can be copied as curl");
  for (const [text, reason] of [["{'a': 1}", 'write " instead of \''], ['{"a": 1,}', "the comma before } is one too many"], ['{"a": abc}', 'abc is no value: write text in "quotation marks"'],
    ['{a: 1}', 'a is not in "quotation marks"'], ['{"a": 1', "it ends too early"], ['{"a": 1 "b": 2}', "a comma or a colon is missing"], ["{} // x", "JSON has no comments"], ["{}}", "} is not expected here"]]) {
    await write(page, "data", text);
    await page.waitForFunction((reason) => document.getElementById("problems").textContent.includes(reason), reason);
  }
  await write(page, "data", "[1]");
  await page.waitForFunction(() => document.getElementById("problems").textContent.includes("must be a JSON object"));
  await rendered(page, () => write(page, "data", "{}"));
  await page.waitForSelector("#tab-html .count");
  await page.click("#problems button");
  assert.equal(await page.evaluate(() => getSelection().toString()), "{{subject}}");
  await rendered(page, () => write(page, "headerHtml", '<div style="height: 200mm">tall</div>'));
  await page.waitForSelector("#tab-headerHtml .count");
  assert.match(await page.textContent("#summary"), /headerHtml/);
  assert.equal(await page.locator("#sheets img").count(), 0);
  await write(page, "html", " ");
  await page.waitForFunction(() => document.getElementById("problems").textContent.includes("HTML is empty"));
  await page.done();
});

test("lists what the author has to mend, at its line", async () => {
  const page = await open();
  await rendered(page, () => write(page, "data", "{}"));
  await rendered(page, () => write(page, "headerHtml", " "));
  await rendered(page, () => write(page, "html", '<html lang="en"><meta name="platen:standards" content="ua-1"><title>x</title>\n<p style="color:#999">x</p>\n  <img>\n<h2>x</h2>'));
  assert.deepEqual(await page.locator("#problems li").allTextContents(), ["HTML, line 3 picture without alt (PDF/UA)", "HTML, line 4 skipped heading level (PDF/UA)",
    "HTML, line 2 page 1: contrast of 2.8, where 4.5 is needed: “x” (WCAG)"]);
  await page.click("#problems button");
  assert.equal(await page.evaluate(() => getSelection().toString()), "  <img>");
  assert.match(await page.locator(".numbers").textContent(), /Standardsua-1=/);
  await page.done();
});

test("marks, folds and checks sections, and adds missing values to the data", async () => {
  const page = await open();
  await write(page, "html", "<p>x</p>\n{{#items}}\n{{price}}");
  await page.waitForSelector("#panel-html .cm-lintRange-error");
  assert.match(await page.locator("#problems li").first().textContent(), /HTML, line 2.*\{\{#items\}\} is not closed/);

  await write(page, "data", '{"items": [{"price": 10.00, "name": "a"}, {"name": "b"}], "#key": 1}');
  await rendered(page, () => write(page, "html", "{{#items}}\n<p>{{name}} {{price}}</p>\n{{/items}}\n{{^paid}}{{note}}{{/paid}}{{! x }}{{#key}}"));
  assert.equal(await page.locator("#panel-html .cm-lintRange-error").count(), 0);
  assert.equal(await page.locator("#panel-html .placeholder.section").count(), 5);
  assert.match(await page.textContent("#problems"), /\{\{price\}\} has no value.*\{\{note\}\} has no value/s);
  await page.locator("#panel-html .cm-foldGutter span[title='Fold line']").first().click();
  await page.waitForSelector("#panel-html .cm-foldPlaceholder");

  await rendered(page, () => page.locator("#problems button", { hasText: "add it" }).first().click());
  await rendered(page, () => page.locator("#problems button", { hasText: "add it" }).first().click());
  assert.equal(await page.locator("#panel-data .cm-content").textContent(), '{"items": [{"price": 10.00, "name": "a"}, {"name": "b", "price": ""}], "#key": 1, "note": ""}');
  assert.deepEqual(await page.locator("#problems li").allTextContents(), ["Header, line 4 {{seller}} has no value in the data add it"]);
  await page.done();
});

test("opens, saves, copies and downloads", async () => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
  const file = join(tmpdir(), "request.json");
  const data = '{ "price": 10.00, "digits": 12345678901234567890, "data": {"x": 1} }';
  await writeFile(file, `{"data": {}, "html": "<p>{{price}} {{digits}}</p>", "other": 1, "data": ${data}, "css": null}`);
  const body = await rendered(page, () => page.setInputFiles("#file", file));
  assert.ok(body.includes(data), "the data is sent as it is written");

  const [saved] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+s")]);
  assert.equal(await readFile(await saved.path(), "utf8"), body);
  const [pdf] = await Promise.all([page.waitForEvent("download"), page.click("#pdf")]);
  assert.equal(pdf.suggestedFilename(), "document.pdf");
  assert.equal((await readFile(await pdf.path(), "latin1")).slice(0, 5), "%PDF-");
  await page.click("#curl");
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("copied"));
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(command.startsWith("curl ") && command.includes(data) && command.includes("$API_KEY"));
  assert.ok(!command.includes(key), "the key is in the command");

  await writeFile(file, "{");
  await page.setInputFiles("#file", file);
  await page.waitForFunction(() => document.getElementById("problems").textContent.includes("cannot be opened"));
  await page.done();
});

test("never runs a template", async () => {
  const page = await open();
  const hostile = `</script><script>document.title = "run"</script><img src=x onerror="document.title = 'run'"><svg onload="document.title = 'run'"></svg>
    <style>body { display: none }</style>{{<img src=x onerror="document.title='run'">}}`;
  for (const field of ["html", "headerHtml", "footerHtml", "css"]) await write(page, field, hostile);
  await rendered(page, () => write(page, "data", `{"a": ${JSON.stringify(hostile)}}`));
  await page.reload();
  await page.waitForSelector("#status:not(:empty)");
  assert.equal(await page.title(), "Platen workbench");
  assert.equal(await page.locator("script").count(), 1);
  assert.equal(await page.locator('img[src="x"], [onload], [onerror]').count(), 0);
  await page.done();
});

for (const [name, settings] of Object.entries({
  "a laptop": {}, "a laptop in the dark": { colorScheme: "dark" }, "a phone": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
})) {
  test(`is accessible on ${name}`, async () => {
    const page = await openPage(browser, url, url, settings);
    await accessible(page, "the key is asked for");
    await page.fill("#keyInput", key);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#sheets img");
    await rendered(page, () => page.selectOption("#other", "wkhtmltopdf"));
    await accessible(page, "two engines");
    await page.getByRole("button", { name: "Overlay" }).click();
    await rendered(page, () => write(page, "data", '{"subject": "<b>"}'));
    await page.waitForSelector("#problems li");
    await accessible(page, "problems");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= page.viewportSize().width, "it is wider than the window");
    await page.done();
  });
}
