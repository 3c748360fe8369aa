import type { ListenAddress } from '../../node/http/http-server.ts';
import { LOG_FORMATS } from '../../node/line-logger.ts';
import type { LogSettings } from '../../node/line-logger.ts';
import { readRedisSettings } from '../../node/redis-settings.ts';
import type { RedisSettings } from '../../node/redis-settings.ts';
import { InvalidSetting, Variables } from '../../node/variables.ts';
import type { Environment } from '../../node/variables.ts';
import { LOG_LEVELS } from '../../shared/logger.ts';
import type { Result } from '../../shared/result.ts';
import type { DocumentSettings } from './openapi/open-api-document.ts';

/** The settings of the sidecar, read from its environment variables. */
export interface SidecarConfig extends ListenAddress, RedisSettings, LogSettings {
  /** The maximum number of trades in one response (G3). */
  readonly coinsTradesMaximum: number;
  /** The interval of the periodic revalidation of everything that was read from Redis, in milliseconds. */
  readonly resyncMs: number;
  readonly cacheControl: string;
  /** The operator's texts in the OpenAPI document. */
  readonly api: DocumentSettings;
  /** The maximum number of concurrent connections. */
  readonly maxConnections: number;
  /** How long an idle connection is kept open, in milliseconds. */
  readonly keepAliveMs: number;
}

export type ParsedConfig = Result<{
  readonly config: SidecarConfig;
  /** A sentence for each variable whose name is probably misspelt. */
  readonly misspelt: readonly string[];
}>;

/**
 * Reads the environment. An empty variable counts as absent. The first invalid variable is reported; a value
 * that may contain a password is not part of the report.
 */
export function parseConfig(environment: Environment): ParsedConfig {
  try {
    const variables = new Variables(environment);
    return { ok: true, value: { config: readConfig(variables), misspelt: variables.misspelt() } };
  } catch (error) {
    if (error instanceof InvalidSetting) return { ok: false, problem: error.message };
    throw error;
  }
}

const HOST = /^[\w.:%-]+$/;

function readConfig(variables: Variables): SidecarConfig {
  return {
    host: variables.text('HOST', '127.0.0.1', HOST, 'a host name or an address'),
    port: variables.integer('PORT', 8080, { from: 0, to: 65_535 }),
    ...readRedisSettings(variables),
    coinsTradesMaximum: variables.integer('COINS_TRADES_MAXIMUM', 1000, { from: 1, to: 100_000 }),
    resyncMs: 1000 * variables.integer('RESYNC_SECONDS', 10, { from: 1, to: 86_400 }),
    cacheControl: readCacheControl(variables),
    api: readDocumentSettings(variables),
    maxConnections: variables.integer('MAX_CONNECTIONS', 10_000, { from: 1, to: 1_000_000 }),
    keepAliveMs: 1000 * variables.integer('KEEP_ALIVE_SECONDS', 65, { from: 1, to: 3600 }),
    logLevel: variables.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: variables.oneOf('LOG_FORMAT', LOG_FORMATS, 'text'),
  };
}

/** A title without control characters; URLs without the characters that end a URL in Markdown or HTML. */
const TITLE = /^[^\p{Cc}]{1,100}$/u;
const DOCS_URL = /^(?:https?:\/\/[^\s<>"]+)?$/;
const CONTACT = /^(?:https?:\/\/[^\s<>"]+|[^\s<>"@:]+@[^\s<>"@]+)?$/;

function readDocumentSettings(variables: Variables): DocumentSettings {
  return {
    title: variables.text('API_TITLE', 'Public REST interface', TITLE, '1 to 100 characters'),
    contact: variables.text('API_CONTACT', '', CONTACT, 'a URL with http or https, or an e-mail address'),
    docsUrl: variables.text('API_DOCS_URL', '', DOCS_URL, 'a URL with http or https'),
  };
}

function readCacheControl(variables: Variables): string {
  const upToAYear = { from: 0, to: 31_536_000 };
  const maxAge = variables.integer('CACHE_MAX_AGE_SECONDS', 1, upToAYear);
  const whileRevalidating = variables.integer('CACHE_STALE_WHILE_REVALIDATE_SECONDS', 5, upToAYear);
  const ifError = variables.integer('CACHE_STALE_IF_ERROR_SECONDS', 300, upToAYear);
  return `public, max-age=${maxAge}, stale-while-revalidate=${whileRevalidating}, stale-if-error=${ifError}`;
}
