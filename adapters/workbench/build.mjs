// Bundles the scripts of the pages: the workbench's with the npm packages that it uses, whose licences it collects, and the report's of a
// comparison. They share the drawing of differences. "go generate" runs it in its folder. With --check, it fails unless the committed
// bundles are what it would write.
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const bundle = async (source, outfile, format) => {
  const result = await build({
    entryPoints: [source], outfile, format, bundle: true, minify: true, target: "es2022", charset: "utf8", metafile: true, write: false,
    legalComments: "none", // LICENCES.txt has them all
  });
  return { text: result.outputFiles[0].text, inputs: Object.keys(result.metafile.inputs) };
};

// The package of an input: the first part of its path, or the first two where that is a scope.
const packages = (inputs) => [...new Set(inputs.flatMap((i) => i.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []))].sort();

const licence = (name) => {
  const about = JSON.parse(readFileSync(`node_modules/${name}/package.json`));
  return `\n---- ${name} ${about.version} (${about.license}) ----\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}\n`;
};

const workbench = await bundle("page/src/main.ts", "bundle/workbench.js", "esm");
const report = await bundle("../comparereport/page/report.js", "../comparereport/bundle/report.js", "iife"); // browsers load no modules from files
for (const [name, content] of [
  ["bundle/workbench.js", workbench.text],
  ["bundle/LICENCES.txt", ["The workbench's script holds parts of these packages.\n", ...packages(workbench.inputs).map(licence)].join("")],
  ["../comparereport/bundle/report.js", report.text],
]) {
  if (!process.argv.includes("--check")) writeFileSync(name, content);
  else if (readFileSync(name, "utf8") !== content) throw new Error(`${name} is not what its sources give: run go generate ./adapters/workbench`);
}
