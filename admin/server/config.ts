import type { ListenAddress } from '../../node/http/http-server.ts';
import { LOG_FORMATS } from '../../node/line-logger.ts';
import type { LogSettings } from '../../node/line-logger.ts';
import { readRedisSettings } from '../../node/redis-settings.ts';
import type { RedisSettings } from '../../node/redis-settings.ts';
import type { Variables } from '../../node/variables.ts';
import { LOG_LEVELS } from '../../shared/logger.ts';
import { readHistoryEntries } from '../history-settings.ts';
import { readWebhook } from './webhook/webhook-settings.ts';
import type { WebhookSettings } from './webhook/webhook-settings.ts';

/** The settings of the admin's server. */
export interface AdminServerConfig extends ListenAddress, RedisSettings, LogSettings {
  /** The number of edits that one token may make in 10 seconds. */
  readonly editsPer10s: number;
  /** Whether direct writes to blocklists are recorded. */
  readonly recordsDirectWrites: boolean;
  /** Maximum number of records in the history of a list. */
  readonly historyEntries: number;
  /** The interval of the periodic revalidation of everything that was read from Redis, in milliseconds. */
  readonly resyncMs: number;
  /** The maximum number of concurrent connections. */
  readonly maxConnections: number;
  /** Undefined for none. */
  readonly webhook: WebhookSettings | undefined;
  /** The path of a file with the lists that Redis should have; empty for none. */
  readonly expectedLists: string;
}

export const DEFAULT_ADMIN_PORT = 8081;

const HOST = /^[\w.:%-]+$/;

/** Reads the settings from the environment. @throws {InvalidSetting} */
export function readAdminServerConfig(variables: Variables): AdminServerConfig {
  return {
    host: variables.text('ADMIN_HOST', '127.0.0.1', HOST, 'a host name or an address'),
    port: variables.integer('ADMIN_PORT', DEFAULT_ADMIN_PORT, { from: 0, to: 65_535 }),
    ...readRedisSettings(variables),
    editsPer10s: variables.integer('ADMIN_EDITS', 100, { from: 1, to: 1_000_000 }),
    recordsDirectWrites: variables.oneOf('AUDIT_DIRECT', ['on', 'off'], 'on') === 'on',
    historyEntries: readHistoryEntries(variables),
    resyncMs: 1000 * variables.integer('RESYNC_SECONDS', 10, { from: 1, to: 86_400 }),
    maxConnections: variables.integer('MAX_CONNECTIONS', 1000, { from: 1, to: 1_000_000 }),
    logLevel: variables.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: variables.oneOf('LOG_FORMAT', LOG_FORMATS, 'text'),
    webhook: readWebhook(variables),
    expectedLists: variables.read('EXPECTED_LISTS', ''),
  };
}

/** Whether only programs of this machine can connect to the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
