import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { Unsuitable } from '../variables.ts';

/** Where Redis is, and which certificates it may have. */
export interface RedisPlace<Url extends RedisUrl = RedisUrl> {
  readonly url: Url;
  /** Certificates of the authorities that are trusted, in PEM form; undefined for those that Node trusts. */
  readonly authority: string | undefined;
}

/**
 * @param text of `REDIS_URL`; it may hold a password, and is not repeated
 * @param authorityFile of `REDIS_CA_FILE`; empty for the authorities that Node trusts
 * @throws {Unsuitable}
 */
export function readRedisPlace(text: string, authorityFile: string): RedisPlace {
  const parsed = parseRedisUrl(text);
  if (!parsed.ok) throw new Unsuitable(`REDIS_URL ${parsed.problem}`);
  const { url } = parsed;
  if (authorityFile === '') return { url, authority: undefined };
  if (!url.tls) throw new Unsuitable('REDIS_CA_FILE is for TLS: REDIS_URL must begin with rediss');
  return { url, authority: readCertificates(authorityFile) };
}

/** @throws {Unsuitable} where Node would trust no certificate, and say nothing */
function readCertificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text).toString();
    return text;
  } catch {
    throw new Unsuitable('REDIS_CA_FILE must be the name of a file with certificates in PEM form');
  }
}
