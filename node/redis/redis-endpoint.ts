import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseRedisUrl } from '../../shared/redis/url/redis-url.ts';
import type { RedisUrl } from '../../shared/redis/url/redis-url.ts';
import { InvalidSetting } from '../variables.ts';

/** The URL of Redis, and the certificate authorities that are trusted for it. */
export interface RedisEndpoint<Url extends RedisUrl = RedisUrl> {
  readonly url: Url;
  /** Certificates of the trusted authorities, in PEM form; undefined for the authorities that Node trusts. */
  readonly ca: string | undefined;
}

/**
 * @param text the value of `REDIS_URL`. It may contain a password, so no error repeats it.
 * @param caFile the value of `REDIS_CA_FILE`; empty for the authorities that Node trusts
 * @throws {InvalidSetting}
 */
export function readRedisEndpoint(text: string, caFile: string): RedisEndpoint {
  const parsed = parseRedisUrl(text);
  if (!parsed.ok) throw new InvalidSetting(`REDIS_URL ${parsed.problem}`);
  const { url } = parsed;
  if (caFile === '') return { url, ca: undefined };
  if (!url.tls) throw new InvalidSetting('REDIS_CA_FILE is for TLS: REDIS_URL must begin with rediss');
  return { url, ca: readCertificates(caFile) };
}

/**
 * @throws {InvalidSetting} if the file has no certificate. Node would then trust no certificate, without an
 * error.
 */
function readCertificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text).toString();
    return text;
  } catch {
    throw new InvalidSetting('REDIS_CA_FILE must be the name of a file with certificates in PEM form');
  }
}
