// What the tests of pages share: a browser, and what every page is held to.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { chromium } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** launch starts a browser that ends with the suite. */
export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: process.getuid() === 0 ? ["--no-sandbox"] : [] });

/** openPage opens a page that may ask only for what begins with origin, and must report no error. settings are Playwright's. */
export async function openPage(browser, url, origin, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 800 }, ...settings });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults = [];
  page.on("request", (r) => [origin, "data:", "blob:"].some((start) => r.url().startsWith(start)) || faults.push(`it asked for ${r.url()}`));
  page.on("pageerror", (e) => faults.push(e.message));
  page.on("console", (m) => m.type() === "error" && !/status of (4|5)\d\d/.test(m.text()) && faults.push(m.text()));
  await page.exposeFunction("violated", (what) => faults.push(`the policy forbids ${what}`));
  await page.addInitScript(() => addEventListener("securitypolicyviolation", (e) => window.violated(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`)));
  await page.goto(url);
  page.done = async () => {
    assert.deepEqual(faults, []);
    await context.close();
  };
  return page;
}

/** accessible runs axe-core on the page as it is. */
export async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.html).slice(0, 3).join(" ")}`), [], name);
}
