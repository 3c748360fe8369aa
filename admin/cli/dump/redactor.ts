import { isIP } from 'node:net';

/**
 * What is replaced; of several at one position, the first. Too much is better than too little: names that
 * only look like a host, such as `my.mod`, are replaced, too. What is private may follow any character, such
 * as an escaped one (`\u000a`).
 */
const PATTERNS = {
  time: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/u,
  url: /[A-Za-z][A-Za-z\d+.-]*:\/\/(?:<credentials>@)?[^\s"'<>]*/u,
  token: /(?:fct|whsec)_[\w+/=-]+/u,
  secret: /(?<=(?:[Pp]ass(?:word|wd)?|[Ss]ecret|[Tt]oken)[=:] ?)[^\s"'&,;<]+/u,
  email: /[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+/u,
  // Redis names the user that lacks a right; those of docs/redis-acl.md are not private.
  user: /(?<=User )(?!default |fc-)\S+(?= has no permissions)/u,
  uuid: /[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}/u,
  // A UUID without hyphens, or a hash.
  digits: /[\dA-Fa-f]{32,}/u,
  address:
    /(?:\d{1,3}\.){3}\d{1,3}|(?:[\dA-Fa-f]{1,4}:){7}[\dA-Fa-f]{1,4}|(?:[\dA-Fa-f]{1,4}(?::[\dA-Fa-f]{1,4})*)?::(?:[\dA-Fa-f]{1,4}(?::[\dA-Fa-f]{1,4})*)?/u,
  home: /\/(?:home|Users)\/[^\s/\\:"']+|[A-Z]:\\Users\\[^\s/\\:"']+|\/root(?![\w-])/u,
  // With a port, which tells the name of a host from other words.
  host: /(?<![\p{L}\p{N}_:])(?=[\p{N}_.-]*\p{L})[\p{L}\p{N}_.-]+(?=:\d{2,5}(?!\d))/u,
  // Not a file, nor the package of a Java class.
  domain:
    /(?<![\p{L}\p{N}_])(?:[\p{L}\p{N}_-]+\.)+(?!(?:cjs|conf|jar|json|md|pem|toml|ya?ml)(?![\p{L}\p{N}]))(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u,
} as const;

type Kind = keyof typeof PATTERNS;

const PRIVATE = new RegExp(
  Object.entries(PATTERNS)
    .map(([kind, { source }]) => `(?<${kind}>${source})`)
    .join('|'),
  'gu',
);

/** What placeholders of a kind are called, if not as the kind. */
const LABELS: Readonly<Partial<Record<Kind, string>>> = { digits: 'id', domain: 'host', uuid: 'id' };

/** Hosts that are the same for everybody. */
const PUBLIC_HOST = /^(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?::1?\]?|localhost)$/;

/** Shorter secrets protect nothing, and are parts of ordinary words. */
const MIN_SECRET_LENGTH = 4;

/**
 * Replaces what is private in texts: credentials, tokens, UUIDs, hashes, addresses, names of hosts, e-mail
 * addresses and home directories. Each is replaced by a placeholder, such as `<address 1>`, the same one
 * wherever it occurs.
 */
export class Redactor {
  readonly #secrets: readonly string[];
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** @param secrets texts to replace wherever they occur, such as passwords */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  }

  /** Returns the value without anything private in its texts and in the names of its fields. */
  redact(value: unknown): unknown {
    if (typeof value === 'string') return this.#redactText(value);
    if (Array.isArray(value)) return value.map((item) => this.redact(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, item]) => [this.#redactText(name), this.redact(item)]);
    return Object.fromEntries(entries);
  }

  #redactText(text: string): string {
    const withoutSecrets = this.#secrets.reduce(
      (rest, secret) => rest.replaceAll(secret, () => this.#placeholderOf('secret', secret)),
      text,
    );
    return withoutSecrets.replace(PRIVATE, (found: string, ...rest: readonly unknown[]) => {
      const groups = rest.at(-1) as Readonly<Partial<Record<Kind, string>>>;
      const kind = (Object.keys(PATTERNS) as Kind[]).find((each) => groups[each] !== undefined);
      if (kind === undefined || kind === 'time') return found;
      return kind === 'url' ? this.#redactUrl(found) : this.#placeholderOf(LABELS[kind] ?? kind, found);
    });
  }

  /** Keeps the scheme, the ports and the number of a database. */
  #redactUrl(url: string): string {
    const start = url.indexOf('://') + 3;
    // A password may contain any character.
    const hostsAt = Math.max(start, url.lastIndexOf('@') + 1);
    const [hosts = ''] = url.slice(hostsAt).split(/[/?#]/, 1);
    const end = url.slice(hostsAt + hosts.length);
    const shown = hosts.split(',').map((host) => {
      const [, name = '', port = ''] = /^(.*?)(:\d{1,5})?$/.exec(host) ?? [];
      return `${name === '' ? '' : this.#placeholderOf(isIP(name) === 0 ? 'host' : 'address', name)}${port}`;
    });
    const credentials = hostsAt > start ? '<credentials>@' : '';
    return `${url.slice(0, start)}${credentials}${shown.join(',')}${/^(?:\/\d{0,9})?$/.test(end) ? end : '/<path>'}`;
  }

  #placeholderOf(label: string, found: string): string {
    if (PUBLIC_HOST.test(found)) return found;
    const known = this.#placeholders.get(found);
    if (known !== undefined) return known;
    const count = (this.#counts.get(label) ?? 0) + 1;
    this.#counts.set(label, count);
    const placeholder = `<${label} ${count}>`;
    this.#placeholders.set(found, placeholder);
    return placeholder;
  }
}
