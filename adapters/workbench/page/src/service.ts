// The service: the key, and the two actions. Every request bears the key and is subject to the key's limits.

import type { Mark } from "../../../internal/differences/differences";

/** Render is what an engine made of the request. */
export interface Render {
  engine: string;
  error: { code: string; message: string } | null;
  pages: number;
  bytes: number;
  queue_ms: number;
  render_ms: number;
  compose_ms: number;
  failed: string[];
  fonts: string[];
  standards: string;
  bookmarks: Bookmark[];
}

/** Bookmark is an entry of a PDF's outline; its page is 0 if it is not known. */
export interface Bookmark {
  title: string;
  level: number;
  page: number;
}

/** Row is two pages side by side; 0 is no page. */
export interface Row {
  a: number;
  b: number;
  size: [number, number];
  score: number;
  same?: boolean;
  gutter?: number[];
}

/** Preview is the answer to a request that is being edited. */
export interface Preview {
  renders: Render[];
  missing: string[];
  mend: { line: number; message: string }[];
  rows: Row[];
  marks: Mark[];
  comparison: {
    score: number;
    verdict: string;
    reasons: string[];
    words: { matched: number; missing: number; extra: number; moved: number; median_shift_mm: number; max_shift_mm: number };
  } | null;
  drawn: number;
  undrawn: string;
  pictures: { engine: string; page: number; kind: string; png: string }[];
}

/** Refusal is an answer without a result. */
export class Refusal extends Error {
  constructor(message: string, readonly status: number, readonly retryAfter: number) {
    super(message);
  }
}

const keyName = "platen.key";
export const key = () => sessionStorage.getItem(keyName) ?? "";
export const setKey = (value: string) => (value ? sessionStorage.setItem(keyName, value) : sessionStorage.removeItem(keyName));

async function post(action: string, engines: string[], body: string, signal?: AbortSignal): Promise<Response> {
  const query = new URLSearchParams(engines.map((engine) => ["engine", engine]));
  const answer = await fetch(`/workbench/${action}?${query}`, {
    method: "POST", body, headers: { Authorization: `Bearer ${key()}`, "Content-Type": "application/json" }, ...(signal ? { signal } : {}),
    cache: "no-store", credentials: "omit", redirect: "error",
  });
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as { error?: string } | null;
  throw new Refusal(problem?.error ?? `the service answered ${answer.status}`, answer.status, Number(answer.headers.get("Retry-After") ?? 0));
}

export const preview = async (engines: string[], body: string, signal: AbortSignal) => (await post("preview", engines, body, signal)).json() as Promise<Preview>;
export const pdf = async (engine: string, body: string) => (await post("pdf", [engine], body)).blob();
