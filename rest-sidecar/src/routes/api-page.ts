import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileNamesIn } from '../../../node/file-names-in.ts';
import { PUBLIC_HEADERS } from '../http/errors.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';

/** The path of the page with the API documentation, on which requests can be tried. */
export const API_PAGE = '/docs';

const INDEX = 'index.html';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.tgz': 'application/gzip',
  // TypeScript declarations.
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * A file name that contains a fingerprint of the content, set by the build: the content of such a URL never
 * changes.
 */
const FINGERPRINTED = /\.[0-9a-f]{12}\.\w{1,8}$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The page may load only what the sidecar itself serves. Swagger UI embeds images in its style sheet as
 * `data:` URLs.
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
 * Reads the page with the API documentation, on which requests can be tried, and its assets: all files of the
 * built directory, by path.
 * @returns an empty map if the directory does not exist: the bundle of the sidecar also runs without it
 */
export function readApiPage(directory: string, factory: RepresentationFactory): Map<string, Representation> {
  const names = existsSync(directory) ? fileNamesIn(directory) : [];
  return new Map(
    names.map((name) => [
      name === INDEX ? API_PAGE : `${API_PAGE}/${name}`,
      factoryFor(name, factory).first(readFileSync(join(directory, name))),
    ]),
  );
}

function factoryFor(name: string, factory: RepresentationFactory): RepresentationFactory {
  const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  return factory.with({
    contentType,
    ...(FINGERPRINTED.test(name) && { cacheControl: IMMUTABLE }),
    ...(name === INDEX && { headers: { ...PUBLIC_HEADERS, 'Content-Security-Policy': PAGE_POLICY } }),
  });
}
