// The report of a comparison in a browser. The environment names its address, a file.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { accessible, launch, openPage } from "./browser.mjs";

const { REPORT: url } = process.env;
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const open = (state = "", settings) => openPage(browser, `${url}#${state}`, url.slice(0, url.lastIndexOf("/")), settings);

test("says first what a decider needs, and lists all documents", async () => {
  const page = await open();
  assert.match(await page.textContent("#headline"), /3 documents/);
  assert.ok(await page.locator("#share i").count() > 1);
  assert.equal(await page.locator("#documents .sheet").count(), 12);
  assert.equal(await page.locator("#documents tbody tr").count(), 6);
  await page.fill("#find", "postmark");
  assert.equal(await page.locator("#documents tbody tr").count(), 2);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("#documents tbody tr").length === 2);
  await page.done();
});

test("shows pages, slider and keyboard, and its state is its address", async () => {
  const page = await open("at=gotenberg-pages-12%2Fwkhtmltopdf");
  await page.waitForFunction(() => [...document.querySelectorAll("#stage img")].filter((i) => i.complete && i.naturalWidth > 0).length >= 1);
  await page.keyboard.press("2");
  await page.waitForSelector("#mix"); // hidden, it takes no focus
  await page.focus("#mix");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".over").style.opacity === "0");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.includes("mix=1"));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.includes("row=1"));
  const address = page.url();
  const other = await openPage(browser, address, url.slice(0, url.lastIndexOf("/")));
  await other.waitForFunction(() => document.querySelector(".over")?.style.opacity === "0.01");
  await other.done();
  await page.keyboard.press("]");
  await page.waitForFunction(() => !location.hash.includes("gotenberg-pages-12%2Fwk"));
  await page.keyboard.press("Escape");
  await page.waitForSelector("#overview:not([hidden])");
  await page.done();
});

test("shows a failed rendering", async () => {
  const page = await open("at=invoice-sparksuite%2Fgone");
  assert.match(await page.textContent("#reasons"), /gone gave no PDF/);
  await page.done();
});

for (const [name, settings] of Object.entries({
  "a laptop": {}, "a tablet": { viewport: { width: 1024, height: 768 } }, "a laptop in the dark": { colorScheme: "dark" }, "a phone": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
})) {
  test(`is accessible on ${name}`, async () => {
    const page = await open("", settings);
    for (const state of ["", "at=email-invoice-postmark%2Fwkhtmltopdf", "at=email-invoice-postmark%2Fwkhtmltopdf&view=overlay&heat=true", "at=invoice-sparksuite%2Fgone"]) {
      await page.goto(`${url}#${state}`);
      await page.reload();
      await accessible(page, state);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= page.viewportSize().width, `it is wider than the window: ${state}`);
    }
    await page.done();
  });
}

test("opens a document at its worst page", async () => {
  const page = await open();
  const row = page.locator("#documents tbody tr", { has: page.getByText("gotenberg-pages-12") }).filter({ hasText: "wkhtmltopdf" });
  const worst = /page (\d+) of 12/.exec(await row.textContent())?.[1] ?? "1";
  await row.locator("a").press("Enter");
  await page.waitForSelector("#document:not([hidden])");
  assert.equal(await page.locator("#pages [aria-current=true]").evaluate((e) => [...e.parentElement.children].indexOf(e) + 1), Number(worst));
  await page.keyboard.press("z");
  await page.waitForSelector("#stage.zoom");
  assert.ok(await page.locator("#stage .sheet").first().evaluate((e) => e.clientWidth) > 780);
  await page.done();
});

test("comes back to the row of the table that it left", async () => {
  const page = await open("", { viewport: { width: 1366, height: 400 } });
  const link = page.locator("#documents .name a").nth(4);
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  assert.ok(scrolled > 0);
  const id = await link.getAttribute("data-id");
  await link.click();
  await page.waitForSelector("#document:not([hidden])");
  assert.equal(await page.evaluate(() => scrollY), 0, "the pages are out of sight");
  await page.keyboard.press("?");
  await page.waitForSelector("#keys[open]");
  await accessible(page, "keys");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#document").isVisible(), true, "the key that closes the list of keys leaves the document too");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#overview:not([hidden])");
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), id);
  await page.done();
});

test("prints whole", async () => {
  const page = await open();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".bar").first().isVisible(), false);
  assert.equal(await page.locator("#documents tbody tr").last().isVisible(), true);
  await page.done();
});
