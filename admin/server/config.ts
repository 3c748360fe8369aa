import { LOG_FORMATS } from '../../node/line-logger.ts';
import { readRedisSettings } from '../../node/redis-settings.ts';
import type { Variables } from '../../node/variables.ts';
import { LOG_LEVELS } from '../../shared/logger.ts';
import { readHistoryEntries } from '../history-settings.ts';
import { readWebhook } from './webhook/webhook-settings.ts';

export const DEFAULT_ADMIN_PORT = 8081;

const HOST = /^[\w.:%-]+$/;

/** Reads the settings from the environment. @throws {InvalidSetting} */
export function readAdminServerConfig(variables: Variables) {
  return {
    host: variables.text('ADMIN_HOST', '127.0.0.1', HOST, 'a host name or an address'),
    port: variables.integer('ADMIN_PORT', DEFAULT_ADMIN_PORT, { from: 0, to: 65_535 }),
    ...readRedisSettings(variables),
    /** The number of edits that one token may make in 10 seconds. */
    editsPer10s: variables.integer('ADMIN_EDITS', 100, { from: 1, to: 1_000_000 }),
    /** Whether direct writes to blocklists are recorded. */
    recordsDirectWrites: variables.oneOf('AUDIT_DIRECT', ['on', 'off'], 'on') === 'on',
    /** Maximum number of records in the history of a list. */
    historyEntries: readHistoryEntries(variables),
    /** The interval of the periodic revalidation of everything that was read from Redis, in milliseconds. */
    resyncMs: 1000 * variables.integer('RESYNC_SECONDS', 10, { from: 1, to: 86_400 }),
    /** The maximum number of concurrent connections. */
    maxConnections: variables.integer('MAX_CONNECTIONS', 1000, { from: 1, to: 1_000_000 }),
    logLevel: variables.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: variables.oneOf('LOG_FORMAT', LOG_FORMATS, 'text'),
    /** Undefined for none. */
    webhook: readWebhook(variables),
    /** The path of a file with the lists that Redis should have; empty for none. */
    expectedLists: variables.read('EXPECTED_LISTS', ''),
  };
}

/** The settings of the admin's server. */
export type AdminServerConfig = Readonly<ReturnType<typeof readAdminServerConfig>>;

/** Whether only programs of this machine can connect to the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
