import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const ATTEMPTS = 3;

/**
 * Downloads a file of known content. A download that was cut off is taken up where it stopped, in this run or a later one;
 * the file has its name only when it is whole.
 * @param {{ url: string, path: string, sha256: string, idleMs?: number, onBytes?: (bytes: number, total: number) => void }} file
 *   `idleMs`: how long the server may send nothing, in milliseconds; `onBytes`: told of the progress, `total` is 0 when unknown
 * @throws {Error} when three attempts failed, or the content is not the expected one
 */
export async function download({ url, path, sha256, idleMs = 20_000, onBytes = () => {} }) {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.part`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await fetchInto(partial, url, idleMs, onBytes);
      await assertContent(partial, sha256);
      break;
    } catch (error) {
      if (attempt === ATTEMPTS)
        throw new Error(`${url} could not be downloaded: ${reasonOf(error)}`, { cause: error });
    }
  }
  renameSync(partial, path);
}

/** A wrong file is removed, so that the next attempt starts from nothing. */
async function assertContent(partial, sha256) {
  const actual = await sha256Of(partial);
  if (actual === sha256) return;
  rmSync(partial);
  throw new Error(`it is not the expected file: its SHA-256 is ${actual}, not ${sha256}`);
}

async function fetchInto(partial, url, idleMs, onBytes) {
  const have = existsSync(partial) ? statSync(partial).size : 0;
  const idle = new AbortController();
  const stop = () => idle.abort(new Error(`nothing came for ${idleMs / 1000} s`));
  let timer = setTimeout(stop, idleMs);
  try {
    const response = await fetch(url, {
      headers: have > 0 ? { range: `bytes=${have}-` } : {},
      signal: idle.signal,
    });
    if (response.status === 416) return; // There is nothing after what we have: the checksum decides.
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`);
    const resumed = response.status === 206;
    let bytes = resumed ? have : 0;
    const length = Number(response.headers.get('content-length') ?? 0);
    const total = length > 0 ? bytes + length : 0;
    const meter = new Transform({
      transform(chunk, _encoding, done) {
        clearTimeout(timer);
        timer = setTimeout(stop, idleMs);
        bytes += chunk.length;
        onBytes(bytes, total);
        done(null, chunk);
      },
    });
    const file = createWriteStream(partial, { flags: resumed ? 'a' : 'w' });
    await pipeline(Readable.fromWeb(response.body), meter, file, { signal: idle.signal });
  } finally {
    clearTimeout(timer);
  }
}

async function sha256Of(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** `fetch` hides why it failed in the error's cause. */
function reasonOf(error) {
  return error.cause?.message || error.cause?.code || error.message;
}
