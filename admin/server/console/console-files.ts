import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import type { Router } from 'express';
import type { Logger } from '../../../shared/logger.ts';

const INDEX = 'index.html';

/** It loads resources only from this server, and neither runs inline scripts nor converts texts to HTML. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Serves the console's page and assets, as built. They need no token, because they contain no data. The names
 * of assets contain a fingerprint of their content, so an asset never changes.
 * @param directory without it, nothing is served, and one warning is logged
 */
export function consoleFiles(directory: string, logger: Logger): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const index = join(directory, INDEX);
  if (!existsSync(index)) {
    logger.warn(`The console is not served: the folder ${directory} is missing`);
    return router;
  }
  const pageHeaders = {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  };
  router.get('/console', (_request, response) => {
    // Relative to the root: of an absolute path, Express refuses each folder whose name begins with a dot.
    response.set(pageHeaders).sendFile(INDEX, { root: directory, cacheControl: false });
  });
  // The page's relative URLs need its path without the slash.
  router.get('/console/', (_request, response) => {
    response.redirect(308, '../console');
  });
  router.use(
    '/console',
    express.static(directory, {
      index: false,
      redirect: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        if (path === index) response.set(pageHeaders);
        else response.set('Cache-Control', 'public, max-age=31536000, immutable');
      },
    }),
  );
  return router;
}
