import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/**
 * Writes a page with its assets into an empty folder. The name of each asset gets a fingerprint of its
 * content, so that browsers may cache it indefinitely.
 * @param {{ output: string, page: string, path: string, assets: { name: string, contents: Uint8Array }[] }}
 * options `page`: the HTML file; `path`: the path by which it loads its assets, such as `docs`
 * @throws {Error} if the page does not load one of the assets
 */
export function writePage({ output, page, path, assets }) {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  let html = readFileSync(page, 'utf8');
  for (const { name, contents } of assets) {
    const fingerprint = createHash('sha256').update(contents).digest('hex').slice(0, 12);
    const extension = extname(name);
    const fingerprinted = `${basename(name, extension)}.${fingerprint}${extension}`;
    writeFileSync(join(output, fingerprinted), contents);
    if (!html.includes(`"${path}/${name}"`)) throw new Error(`the page does not load ${name}`);
    html = html.replace(`"${path}/${name}"`, `"${path}/${fingerprinted}"`);
  }
  writeFileSync(join(output, 'index.html'), html);
}
