// Leaves pictures of the report, the workbench and headers for the README: node pictures.mjs FOLDER. The environment names the
// report's address, the admin listener's URL, the key, and a folder for files of its own.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { launch } from "./browser.mjs";

const { REPORT: report, WORKBENCH: workbench, KEY: key, WORK: work } = process.env;
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

// A contact sheet of many headers: the top of a page of each, as the engines print it.
const top = ({ header: headerHtml }, engine) => {
  const [request, pdf, picture] = ["request.json", "out.pdf", "page"].map((name) => join(work, name));
  const html = `<style>body{font:10pt "DejaVu Sans";margin:0}</style><p>The first words of the body.</p><p>More of them.</p>`;
  writeFileSync(request, JSON.stringify({ html, headerHtml }));
  execFileSync("bin/platen", ["render", "-f", request, "-o", pdf], { env: { ...process.env, PLATEN_ENGINE: engine } });
  execFileSync("pdftoppm", ["-png", "-singlefile", "-r", "32", "-H", "72", pdf, picture]);
  return `<img src="data:image/png;base64,${readFileSync(`${picture}.png`, "base64")}">`;
};
const forms = JSON.parse(readFileSync("integration/headerfooter/forms.json"));
const tops = forms.flatMap((form) => ["chrome", "wkhtmltopdf"].map((engine) => top(form, engine)));
await page.goto("about:blank"); // the workbench forbids HTML from strings
await page.setViewportSize({ width: 1066, height: 800 });
await page.setContent(`<style>body{margin:0;background:#606060;display:grid;grid-template-columns:repeat(4,265px);gap:2px}</style>${tops.join("")}`);
await page.screenshot({ path: join(folder, "headers.png"), fullPage: true });
await browser.close();
