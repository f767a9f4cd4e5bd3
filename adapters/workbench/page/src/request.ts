// The request as it is edited: five texts. data is JSON text and goes into the body as it is written, so that numbers keep
// their digits.

import { parser } from "@lezer/json";

export const fields = ["html", "css", "data", "headerHtml", "footerHtml"] as const;
export type Field = (typeof fields)[number];
export type Request = Record<Field, string>;

export const titles: Record<Field, string> = { html: "HTML", css: "CSS", data: "Data", headerHtml: "Header", footerHtml: "Footer" };

/** Body is the JSON of a request, and where in it data begins, in bytes of UTF-8. */
export interface Body {
  json: string;
  dataAt: number;
}

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** bodyOf writes the request's JSON. Empty fields are left out, but for html. */
export function bodyOf(request: Request): Body {
  let json = `{"html": ${JSON.stringify(request.html)}`;
  let dataAt = -1;
  for (const field of fields.slice(1)) {
    const text = request[field];
    if (text.trim() === "") continue;
    json += `,\n"${field}": `;
    if (field === "data") dataAt = bytes(json);
    json += field === "data" ? text : JSON.stringify(text);
  }
  return { json: json + "}\n", dataAt };
}

/** offsetIn turns an offset in bytes into one in UTF-16 units, as editors count. */
export function offsetIn(text: string, offset: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, Math.max(0, offset))).length;
}

/** read reads a request's JSON. Errors are for people. */
export function read(json: string): Request {
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it is no JSON object");
  const request: Request = { html: "", css: "", data: "", headerHtml: "", footerHtml: "" };
  for (const [name, text] of Object.entries(value)) {
    if (!(fields as readonly string[]).includes(name) || name === "data" || text === null) continue;
    if (typeof text !== "string") throw new Error(`the field ${name} is no string`);
    request[name as Field] = text;
  }
  if (request.html.trim() === "") throw new Error("it has no html");
  request.data = dataOf(json);
  return request;
}

/** dataOf gives the text of the field data as it is written; the last one where it is repeated. */
function dataOf(json: string): string {
  let data = "";
  const object = parser.parse(json).topNode.getChild("Object");
  for (const property of object?.getChildren("Property") ?? []) {
    const name = property.getChild("PropertyName");
    const value = property.lastChild;
    if (!name || !value || JSON.parse(json.slice(name.from, name.to)) !== "data") continue;
    data = json.slice(value.from, value.to);
  }
  return data === "null" ? "" : data;
}

/** firstFault gives the place from which text is not JSON, and why; null where it is. Browsers' own messages often name no place. */
export function firstFault(text: string): { at: number; reason: string } | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    let at = text.length;
    parser.parse(text).iterate({ enter: (node) => void (node.type.isError && (at = Math.min(at, node.from))) });
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    return { at, reason: reasonOf(text.slice(0, at).trimEnd(), text.slice(at)) };
  }
}

/** reasonOf says why JSON cannot go on as it does after what is before. */
function reasonOf(before: string, rest: string): string {
  const found = /^(?:[\w$.-]+|\/[/*]|.)/su.exec(rest)?.[0] ?? "";
  const last = before.at(-1) ?? "";
  const closes = found === "}" || found === "]";
  if (found === "") return before === "" ? "it is empty" : "it ends too early: a bracket or a quotation mark is not closed";
  if (found === "//" || found === "/*") return "JSON has no comments";
  if (found === "'" || found === "“" || found === "”") return `write " instead of ${found}`;
  if (last === "," && closes) return `the comma before ${found} is one too many`;
  if (last === ":") return closes || found === "," ? "a value is missing" : `${found} is no value: write text in "quotation marks"`;
  if ((last === "{" || last === ",") && /^[\w$]/.test(found)) return `${found} is not in "quotation marks"`;
  if (found === '"' && /[\w"}\]]$/.test(last)) return "a comma or a colon is missing";
  return `${found} is not expected here`;
}

/** curlOf is a shell command that posts the body. The key stays a variable. */
export function curlOf(body: string, url: string): string {
  return `curl -sS ${url} -o document.pdf \\
  -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' \\
  --data-binary @- <<'JSON'
${body.trimEnd()}
JSON
`;
}

/** insertions are the changes to the text of data that give a path an empty value, in each element of an array that lacks it. */
export function insertions(data: string, path: string[]): { from: number; insert: string }[] {
  if (data.trim() === "") return [{ from: data.length, insert: `{${member(path)}}` }];
  const changes: { from: number; insert: string }[] = [];
  const visit = (node: ReturnType<typeof parser.parse>["topNode"] | null, rest: string[]) => {
    if (node?.name === "Array") {
      for (let element = node.firstChild; element; element = element.nextSibling) visit(element, rest);
      return;
    }
    if (node?.name !== "Object") return;
    const properties = node.getChildren("Property");
    const named = properties.filter((p) => JSON.parse(data.slice(p.firstChild?.from, p.firstChild?.to)) === rest[0]).at(-1);
    if (named && rest.length > 1) return visit(named.lastChild, rest.slice(1));
    const last = properties.at(-1);
    if (!named) changes.push({ from: last ? last.to : node.from + 1, insert: (last ? ", " : "") + member(rest) });
  };
  visit(parser.parse(data).topNode.firstChild, path);
  return changes;
}

/** member writes a member of an object for a path. */
function member([name, ...rest]: string[]): string {
  return `${JSON.stringify(name)}: ${rest.length > 0 ? `{${member(rest)}}` : '""'}`;
}
