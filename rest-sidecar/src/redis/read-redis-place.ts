import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { Unsuitable } from '../variables.ts';
import type { RedisPlace } from './redis-place.ts';

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
  // Whoever names an authority expects TLS.
  if (!url.tls) throw new Unsuitable('REDIS_CA_FILE is for TLS: REDIS_URL must begin with rediss');
  return { url, authority: readCertificates(authorityFile) };
}

function readCertificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    assertCertificate(text);
    return text;
  } catch {
    throw new Unsuitable('REDIS_CA_FILE must be the name of a file with certificates in PEM form');
  }
}

/** Node says nothing of an authority that is none, and then trusts nobody. @throws Error */
function assertCertificate(text: string): void {
  new X509Certificate(text).toString();
}
