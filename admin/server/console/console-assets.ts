import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Logger } from '../../../shared/logger.ts';
import { fileNamesIn } from '../../../node/file-names-in.ts';
import { chooseEncoding } from '../../../node/http/negotiation.ts';
import type { OperatorRoute } from '../operator-routes.ts';

/** Path of the console's page. */
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
 * Returns the Content-Security-Policy of the page: it loads resources only from this listener, runs no inline
 * scripts, applies only the inline styles of the build, by their hashes, and converts no text to HTML.
 * @param page the HTML of the page
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

const COMMON_HEADERS = ['Cross-Origin-Resource-Policy', 'same-origin', 'X-Content-Type-Options', 'nosniff'];

const PAGE_HEADERS = [
  'Cache-Control',
  'no-cache',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Referrer-Policy',
  'no-referrer',
  'Permissions-Policy',
  'camera=(), geolocation=(), microphone=()',
  ...COMMON_HEADERS,
];

/** The names of assets contain a fingerprint of their content, so an asset never changes. */
const ASSET_HEADERS = ['Cache-Control', 'public, max-age=31536000, immutable', ...COMMON_HEADERS];

/**
 * The routes of the console's page and assets, as built. They need no token, because they contain no data.
 * @param directory may be missing, because the sidecar's bundle also runs alone; then nothing is served, and
 * one warning is logged
 */
export function consoleAssets(directory: string, logger: Logger): OperatorRoute[] {
  if (!existsSync(directory)) {
    logger.warn(`The console is not served: the folder ${directory} is missing`);
    return [];
  }
  return fileNamesIn(directory).map((name) => assetRoute(name, readFileSync(join(directory, name))));
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
      const encodingHeader = encoding === undefined ? [] : ['Content-Encoding', encoding];
      return Promise.resolve({
        status: 200,
        contentType,
        body,
        policy,
        headers: [...encodingHeader, 'Vary', 'Accept-Encoding'],
      });
    },
  };
}
