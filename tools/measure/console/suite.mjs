/**
 * `npm run bench -- console`: measures the latencies of the console in a real Chromium: the first paint, a
 * keystroke in the search, and a block until it is in the answers of a proxy.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildAll } from '../../assemble/build.mjs';
import { ConsolePrograms } from './console-programs.mjs';
import { fromRoot } from '../../files/paths.mjs';
import { measureBlocks } from './blocks.mjs';
import { measureFirstPaint } from './first-paint.mjs';
import { measureSearch } from './search.mjs';

const BUILT = fromRoot('admin', 'build', 'console');
/** Limit of edits per token in 10 seconds; the bench edits as one admin. */
const EDITS = '100000';

/** @type {import('../bench.mjs').Suite} */
export async function run({ progress, env, quick }) {
  const { sidecar, jar } = await buildAll(progress, env);
  const directory = mkdtempSync(join(tmpdir(), 'feature-control-bench-'));
  const programs = new ConsolePrograms();
  try {
    await programs.start({
      redisServer: env['FC_REDIS_SERVER'],
      sidecar,
      settings: { OPERATORS_EDITS: EDITS },
    });
    const figures = [bundleFigure()];
    for (const [name, measure] of Object.entries({
      'first paint': measureFirstPaint,
      search: measureSearch,
      'a block until it is in an answer': measureBlocks,
    }))
      figures.push(...(await progress.step(name, () => measure({ programs, jar, directory, env, quick }))));
    return figures;
  } finally {
    await programs.end();
    rmSync(directory, { recursive: true, force: true });
  }
}

function bundleFigure() {
  const files = readdirSync(BUILT).filter((name) => /\.(?:html|css|js|svg)$/.test(name));
  const bytes = files.map((name) => gzipSync(readFileSync(join(BUILT, name))).length);
  const value = bytes.reduce((sum, size) => sum + size) / 1000;
  return { name: 'page and bundle, gzipped', value, unit: 'kB', target: { atMost: 150 } };
}
