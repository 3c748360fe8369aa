import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ALWAYS } from '../http/header-fields.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';

/** Where the interface can be read and tried. */
export const PAGE = '/docs';

const INDEX = 'index.html';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.tgz': 'application/gzip',
  // Declarations in TypeScript.
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The build puts a fingerprint of the content into a name: what is behind it never changes. */
const FINGERPRINTED = /\.[0-9a-f]{12}\.\w+$/;
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * The page takes what the sidecar itself serves and nothing else. Its library has pictures in its style
 * sheet.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page on which the interface can be read and tried, with its assets below: all files of the folder that
 * the build has made, by path.
 * @returns nothing where there is no such folder: the sidecar's bundle runs alone as well
 */
export function readApiPage(directory: string, factory: RepresentationFactory): Map<string, Representation> {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return new Map(
    names.map((name) => [
      name === INDEX ? PAGE : `${PAGE}/${name}`,
      factoryFor(name, factory).first(readFileSync(join(directory, name))),
    ]),
  );
}

function factoryFor(name: string, factory: RepresentationFactory): RepresentationFactory {
  const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  return factory.with({
    contentType,
    ...(FINGERPRINTED.test(name) && { cacheControl: FOR_EVER }),
    ...(name === INDEX && { headers: { ...ALWAYS, 'Content-Security-Policy': PAGE_POLICY } }),
  });
}
