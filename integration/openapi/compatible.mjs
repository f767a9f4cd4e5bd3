// Fails if adapters/httpapi/openapi.yaml breaks clients of the last release, whose description is openapi-baseline.yaml. A release
// replaces that file. "make openapi" runs it from the top of the tree.
import { readFileSync } from "node:fs";
import { apiCompare } from "api-smart-diff";
import { load } from "js-yaml";

const folder = "adapters/httpapi/";
const baseline = readFileSync(folder + "testdata/openapi-baseline.yaml", "utf8");
// api-smart-diff knows no rule for the texts of shared responses, and takes their changes for breaking.
const isText = ({ path }) => path.length === 4 && path[1] === "responses" && path[3] === "description";
const breaking = (text) =>
  apiCompare(load(baseline), load(text)).diffs.filter((d) => d.type === "breaking" && !isText(d)).map((d) => `${d.action} ${d.path.join(" ")}`);

// The comparison reports changes that would break clients, and no others.
for (const [name, from, to, breaks] of [
  ["another path", "/api/pdf/external:", "/api/pdf/internal:", true],
  ["a status is gone", "        '503':", "        '599':", true],
  ["a code is gone", "        - timeout\n", "", true],
  ["a field is another type", "css:\n          type: [string, 'null']", "css:\n          type: integer", true],
  ["a new required field", "required: [html]", "required: [html, css]", true],
  ["a new optional field", "        footerHtml:\n", "        other: {type: string}\n        footerHtml:\n", false],
  ["a better description of a failure", "description: The service is full or shutting down.", "description: The service is full.", false],
  ["a better description", "description: The number of pages.", "description: The number of the pages.", false],
]) {
  const changed = baseline.replace(from, to);
  if (changed === baseline || breaking(changed).length > 0 !== breaks) throw new Error(`${name}: ${breaking(changed)}`);
}

const found = breaking(readFileSync(folder + "openapi.yaml", "utf8"));
if (found.length > 0) throw new Error(`openapi.yaml breaks clients of the last release:\n${found.join("\n")}`);
console.log("openapi.yaml: compatible with the last release");
