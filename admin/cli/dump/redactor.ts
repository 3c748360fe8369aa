import publicWords from './public-words.txt';

/** What stands between two words. */
const SEPARATORS = /([\s()[\]{}<>"'`,;=|*#]+|[.:!?](?=\s|$))/;

/**
 * Words of the texts of our programs, and of Redis about itself, in lower case. A list of its own: what a
 * dump shows must not change with a page of the documentation. A test names the words that it lacks.
 */
const PUBLIC_WORDS = new Set(publicWords.trim().split(/\s/));

/** Numbers with a unit, versions, times, ports, and names of errors of Node, Redis and our own protocol. */
const PUBLIC_FORMS = [
  /^\d{1,13}(?:\.\d{1,6})?(?:ms|s|d|h|m|%)?$/,
  /^v?\d{1,4}\.\d{1,4}\.\d{1,4}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  /^:\d{1,5}$/,
  /^docs\/[a-z-]{1,30}\.md$/,
  /^(?:E|ERR_)[A-Z_]{3,30}$/,
];

/** Hosts that are the same for everybody. */
const PUBLIC_HOSTS = ['127.0.0.1', '0.0.0.0', '::1', 'localhost'];

/** Longer texts and words are cut before anything searches in them, in characters. */
const MAX_TEXT_LENGTH = 500;
const MAX_WORD_LENGTH = 64;

/** Shorter secrets protect nothing, and are parts of ordinary words. */
const MIN_SECRET_LENGTH = 4;

/**
 * Replaces in texts what is not known to be public, such as credentials, names, identifiers and addresses:
 * every word that is neither in the list of public words nor a number or the like. Each is replaced by a
 * placeholder, such as `<private 1>`, the same one wherever it occurs.
 */
export class Redactor {
  readonly #secrets: readonly string[];
  readonly #placeholders = new Map<string, string>();

  /** @param secrets texts to replace wherever they occur, even if they are public words, such as passwords */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  }

  /** Returns a text of at most 500 characters with placeholders, whose names make it longer. */
  text(text: string): string {
    const cut = text.slice(0, MAX_TEXT_LENGTH);
    const withoutSecrets = this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, ' <secret> '), cut);
    const shown = withoutSecrets
      .split(SEPARATORS)
      // Every second part is a separator.
      .map((part, index) => (index % 2 === 1 || part === '' ? part : this.#word(part)));
    return `${shown.join('')}${text.length > MAX_TEXT_LENGTH ? '…' : ''}`;
  }

  /** Returns the value with {@link text} in place of its texts. The names of its fields must be public. */
  texts(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.texts(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.texts(item)]));
  }

  /** Returns an object whose names are not known to be public. */
  names(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [this.text(name), value]));
  }

  /** Shows the port of an address. */
  #word(word: string): string {
    if (word.length <= MAX_WORD_LENGTH && isPublic(word)) return word;
    const at = word.indexOf(':');
    const [host, port] = [word.slice(0, at), word.slice(at)];
    if (at > 0 && /^:\d{1,5}$/.test(port))
      return `${PUBLIC_HOSTS.includes(host) ? host : this.#placeholderOf(host)}${port}`;
    return this.#placeholderOf(word);
  }

  #placeholderOf(word: string): string {
    const placeholder = this.#placeholders.get(word) ?? `<private ${this.#placeholders.size + 1}>`;
    this.#placeholders.set(word, placeholder);
    return placeholder;
  }
}

function isPublic(word: string): boolean {
  return (
    PUBLIC_WORDS.has(word.toLowerCase()) ||
    PUBLIC_HOSTS.includes(word) ||
    PUBLIC_FORMS.some((form) => form.test(word))
  );
}
