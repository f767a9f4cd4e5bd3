// Usage: PDF_URL=… PDF_API_KEY=… node node.mjs request.json out.pdf
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const [request, out] = process.argv.slice(2);
const { PDF_URL, PDF_API_KEY } = process.env;

async function post(body) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${PDF_URL}/api/pdf/external`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${PDF_API_KEY}`, 'Content-Type': 'application/json', Prefer: 'handling=strict' },
      body,
      signal: AbortSignal.timeout(120_000),
    });
    if (response.ok) return response;
    const message = await response.text();
    if (![429, 503].includes(response.status) || attempt === 5) {
      throw new Error(`platen answered ${response.status}: ${message}`);
    }
    await sleep(1000 * (Number(response.headers.get('Retry-After')) || 1));
  }
}

async function save(response) {
  const part = `${out}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body), createWriteStream(part));
    const { size } = await stat(part);
    if (size !== Number(response.headers.get('Content-Length'))) throw new Error('the PDF did not come whole');
    await rename(part, out);
  } finally {
    await rm(part, { force: true });
  }
}

try {
  await save(await post(await readFile(request)));
} catch (error) {
  console.error([error.message, error.cause?.message].filter(Boolean).join(': '));
  process.exitCode = 1;
}
