import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chooseEncoding } from '../../http/negotiation.ts';
import type { OperatorRoute } from '../operator-routes.ts';

/** Where the console is opened in a browser. */
const PAGE = '/console';
const INDEX = 'index.html';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const STYLE = /<style>([^<]*)<\/style>/g;

/**
 * The page takes what this listener serves and nothing else, runs no script that is written into it, no style
 * but those that the build has written into it, by their hashes, and makes no HTML of text.
 * @param page its HTML
 */
function policyOf(page: string): string {
  const styles = [...page.matchAll(STYLE)].map(
    ([, style = '']) => ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styles.join('')}`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

const ALWAYS = [...['Cross-Origin-Resource-Policy', 'same-origin'], ...['X-Content-Type-Options', 'nosniff']];

const PAGE_HEADERS = [
  ...['Cache-Control', 'no-cache'],
  ...['Cross-Origin-Opener-Policy', 'same-origin', 'Referrer-Policy', 'no-referrer'],
  ...['Permissions-Policy', 'camera=(), geolocation=(), microphone=()', ...ALWAYS],
];

/** The build puts a fingerprint of the content into the names: what is behind them never changes. */
const ASSET_HEADERS = ['Cache-Control', 'public, max-age=31536000, immutable', ...ALWAYS];

/**
 * The console's page and its assets, as the build has made them: open to all who reach the listener, as they
 * hold no data.
 * @param directory nothing is served where there is none: the sidecar's bundle runs alone as well
 */
export function consoleAssets(directory: string): OperatorRoute[] {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.map((name) => assetRoute(name, readFileSync(join(directory, name))));
}

function assetRoute(name: string, identity: Buffer): OperatorRoute {
  const path = name === INDEX ? PAGE : `${PAGE}/${name}`;
  const bodies = { br: brotliCompressSync(identity), gzip: gzipSync(identity, { level: 9 }) };
  const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  const policy =
    name === INDEX
      ? ['Content-Security-Policy', policyOf(identity.toString('utf8')), ...PAGE_HEADERS]
      : ASSET_HEADERS;
  return {
    path: new RegExp(`^${path.replaceAll('.', String.raw`\.`)}$`),
    scope: undefined,
    answer: (_parts, _query, { headers }) => {
      const encoding = chooseEncoding(headers['accept-encoding']);
      const body = encoding === undefined ? identity : bodies[encoding];
      const coding = encoding === undefined ? [] : ['Content-Encoding', encoding];
      return Promise.resolve({
        ...{ status: 200, contentType, body, policy },
        headers: [...coding, 'Vary', 'Accept-Encoding'],
      });
    },
  };
}
