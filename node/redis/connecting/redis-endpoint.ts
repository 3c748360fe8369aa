import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  COMMAND_TIMEOUT_BOUNDS_MS,
  DEFAULT_COMMAND_TIMEOUT_MS,
} from '../../../shared/redis/command-timeout.ts';
import { NAT_MAP_PROBLEM, parseNatMap } from '../../../shared/redis/url/nat-map.ts';
import type { NatMap } from '../../../shared/redis/url/nat-map.ts';
import { parseRedisUrl } from '../../../shared/redis/url/redis-url.ts';
import type { RedisUrl } from '../../../shared/redis/url/redis-url.ts';
import { InvalidSetting } from '../../variables.ts';
import type { Variables } from '../../variables.ts';

/** How Redis is reached. */
export interface RedisEndpoint<Url extends RedisUrl = RedisUrl> {
  readonly url: Url;
  readonly tls: TlsFiles;
  readonly natMap: NatMap;
  /** A command without a reply fails after this many milliseconds. */
  readonly commandTimeoutMs: number;
}

/** The contents of the files for TLS, in PEM form; undefined if no file is named. */
interface TlsFiles {
  /** Certificates of the trusted authorities; undefined for the authorities that Node trusts. */
  readonly ca?: string | undefined;
  /** The certificate of the client, and its private key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Reads `REDIS_URL`, `REDIS_NAT_MAP`, `REDIS_COMMAND_TIMEOUT_MS`, `REDIS_CA_FILE`, `REDIS_CERT_FILE` and
 * `REDIS_KEY_FILE`.
 * @throws {InvalidSetting} without the URL, which may contain a password
 */
export function readRedisEndpoint(variables: Variables): RedisEndpoint {
  const parsed = parseRedisUrl(variables.read('REDIS_URL', 'redis://127.0.0.1:6379'));
  if (!parsed.ok) throw new InvalidSetting(`REDIS_URL ${parsed.problem}`);
  const natMap = parseNatMap(variables.read('REDIS_NAT_MAP', ''));
  if (natMap === undefined) throw new InvalidSetting(`REDIS_NAT_MAP ${NAT_MAP_PROBLEM}`);
  const commandTimeoutMs = variables.integer(
    'REDIS_COMMAND_TIMEOUT_MS',
    DEFAULT_COMMAND_TIMEOUT_MS,
    COMMAND_TIMEOUT_BOUNDS_MS,
  );
  const url = parsed.value;
  /** @param parse throws if the text is of another kind: Node would ignore it, or fail at each connection */
  const read = (name: string, content: string, parse: (pem: string) => unknown): string | undefined => {
    const file = variables.read(name, '');
    if (file === '') return undefined;
    if (!url.tls) throw new InvalidSetting(`${name} is for TLS: REDIS_URL must begin with rediss`);
    try {
      const text = readFileSync(file, 'utf8');
      parse(text);
      return text;
    } catch {
      throw new InvalidSetting(`${name} must be the name of a file with ${content} in PEM form`);
    }
  };
  const toCertificate = (pem: string) => new X509Certificate(pem);
  const ca = read('REDIS_CA_FILE', 'certificates', toCertificate);
  const cert = read('REDIS_CERT_FILE', 'certificates', toCertificate);
  const key = read('REDIS_KEY_FILE', 'a private key', createPrivateKey);
  const isPair =
    cert === undefined || key === undefined
      ? cert === key
      : toCertificate(cert).checkPrivateKey(createPrivateKey(key));
  if (!isPair)
    throw new InvalidSetting('REDIS_KEY_FILE must name the key of the certificate in REDIS_CERT_FILE');
  return { url, tls: { ca, cert, key }, natMap, commandTimeoutMs };
}
