// Leaves pictures of the report and the workbench for the README: node pictures.mjs FOLDER. The environment names the
// report's address, the admin listener's URL, and the key.

import { join } from "node:path";

import { launch } from "./browser.mjs";

const { REPORT: report, WORKBENCH: workbench, KEY: key } = process.env;
const folder = process.argv[2];
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const leave = (name) => page.screenshot({ path: join(folder, `${name}.png`) });
const loaded = () => page.waitForFunction(() => [...document.querySelectorAll("img")].every((i) => i.loading === "lazy" || i.complete));

for (const [name, state] of [["compare", ""], ["compare-pages", "at=email-invoice-postmark%2Fwkhtmltopdf&row=0"]]) {
  await page.goto(`${report}#${state}`);
  await page.reload();
  await page.waitForLoadState("networkidle");
  await loaded();
  await leave(name);
}

await page.goto(workbench);
await page.fill("#keyInput", key);
await page.keyboard.press("Enter");
await page.waitForSelector("#sheets img");
await page.selectOption("#other", "wkhtmltopdf");
await page.waitForSelector("#comparing:not([hidden])");
await loaded();
await leave("workbench");
await browser.close();
