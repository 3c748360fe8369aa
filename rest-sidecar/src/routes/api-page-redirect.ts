import type { Request } from 'express';
import { parseWeights } from '../http/content-encoding.ts';
import type { Route } from '../http/fast-express.ts';
import { ALWAYS } from '../http/header-list.ts';

/** Where the interface can be read and tried. */
export const PAGE = '/docs';

/** What people type who look for the page. Relative to both, it is at `docs`, also behind a path prefix. */
const ENTRANCES = new Set(['/', '/v1']);

const REDIRECT_HEADERS = [
  'Location',
  'docs',
  'Content-Length',
  '0',
  'Cache-Control',
  'no-store',
  'Vary',
  'Accept',
  ...ALWAYS,
];

const redirect: Route = (_request, response) => {
  response.writeHead(302, REDIRECT_HEADERS);
  response.end();
};

/**
 * A browser that opens `/` or `/v1` is sent to the page; programs are answered as on any other unknown path (G63).
 * @returns undefined where it is none of these paths, or not opened in a browser
 */
export function redirectToPage({ method, headers }: Request, path: string): Route | undefined {
  const isOpened = ENTRANCES.has(path) && (method === 'GET' || method === 'HEAD');
  return isOpened && prefersHtml(headers.accept ?? '') ? redirect : undefined;
}

/** By name, as browsers do where somebody opens an address, and more than JSON. */
function prefersHtml(accept: string): boolean {
  const weights = parseWeights(accept);
  return (weights.get('text/html') ?? 0) > (weights.get('application/json') ?? 0);
}
