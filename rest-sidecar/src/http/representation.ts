import { createHash } from 'node:crypto';
import type { Clock } from '../../../shared/clock.ts';
import type { Compressor } from './compressor.ts';
import type { Encoding } from './negotiation.ts';
import { ALWAYS } from './header-fields.ts';
import type { HeaderFields } from './header-fields.ts';
import { prepareHeaders, withOthers } from '../platform-workarounds/prepared-headers.ts';
import type { PreparedHeaders } from '../platform-workarounds/prepared-headers.ts';

/** A representation in one content coding, ready to be written. */
export interface Variant {
  readonly etag: string;
  readonly body: Buffer;
  /**
   * The body, where it is small as a string of its bytes (latin1), which Node sends in one piece with the
   * headers.
   */
  readonly written: Buffer | string;
  readonly okHeaders: PreparedHeaders;
  readonly notModifiedHeaders: PreparedHeaders;
}

export interface RepresentationSettings {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly compressor: Compressor;
  /** In place of what every response carries. */
  readonly headers?: HeaderFields;
}

/** With their headers, such bodies fit into the 16 KB up to which Node writes a string at once. */
const LARGEST_STRING_BYTES = 8 * 1024;

/** 128 bits. A part of the whole as text would keep all of that alive. */
const HASH_BYTES = 16;

/** Smaller bodies fit into one packet anyway. */
const WORTH_COMPRESSING_BYTES = 1024;

/**
 * What a URL stands for between two changes: its bytes, hashed once, and compressed once where a client
 * accepts that. Most of them are not requested before the next change, so all else is made on the first
 * request.
 */
export class Representation implements ChangeTime {
  readonly body: Buffer;
  readonly hash: string;
  readonly changedAtMs: number;
  readonly isDateUnique: boolean;
  readonly #settings: RepresentationSettings;
  #identity: Variant | undefined;
  #compressed: Map<Encoding, Variant | Promise<Variant>> | undefined;

  constructor(
    { body, hash, changedAtMs, isDateUnique }: RepresentationVersion,
    settings: RepresentationSettings,
  ) {
    this.body = body;
    this.hash = hash;
    this.changedAtMs = changedAtMs;
    this.isDateUnique = isDateUnique;
    this.#settings = settings;
  }

  /** As it is. */
  get identity(): Variant {
    return (this.#identity ??= this.#variant(this.body));
  }

  /** @returns a promise while a large body is being compressed for the first time */
  variant(encoding: Encoding | undefined): Variant | Promise<Variant> {
    if (encoding === undefined || this.body.length <= WORTH_COMPRESSING_BYTES) return this.identity;
    return this.#compressed?.get(encoding) ?? this.#compress(encoding);
  }

  #compress(encoding: Encoding): Variant | Promise<Variant> {
    const body = this.#settings.compressor.compress(this.body, encoding);
    if (body === undefined) return this.identity;
    const variant = body instanceof Promise ? this.#later(body, encoding) : this.#variant(body, encoding);
    this.#compressed ??= new Map();
    this.#compressed.set(encoding, variant);
    return variant;
  }

  async #later(body: Promise<Buffer>, encoding: Encoding): Promise<Variant> {
    const variant = this.#variant(await body, encoding);
    this.#compressed?.set(encoding, variant);
    return variant;
  }

  #variant(body: Buffer, encoding?: Encoding): Variant {
    const etag = encoding === undefined ? `"${this.hash}"` : `"${this.hash}-${encoding}"`;
    const notModifiedHeaders = prepareHeaders({
      ETag: etag,
      'Last-Modified': new Date(this.changedAtMs).toUTCString(),
      'Cache-Control': this.#settings.cacheControl,
      Vary: 'Accept-Encoding',
      ...(this.#settings.headers ?? ALWAYS),
    });
    const content = {
      'Content-Type': this.#settings.contentType,
      'Content-Length': String(body.length),
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
    };
    const written = body.length <= LARGEST_STRING_BYTES ? body.toString('latin1') : body;
    return { etag, body, written, notModifiedHeaders, okHeaders: withOthers(notModifiedHeaders, content) };
  }
}

/** When a URL began to stand for other bytes. */
export interface ChangeTime {
  /** Milliseconds since the Unix epoch. */
  readonly changedAtMs: number;
  /**
   * Whether no other bytes can have been sent with the same `Last-Modified`, which counts in whole seconds.
   */
  readonly isDateUnique: boolean;
}

export interface RepresentationVersion extends ChangeTime {
  readonly body: Buffer;
  readonly hash: string;
}

/** Makes the representations of one kind of resource, each from the one before. */
export class RepresentationFactory {
  readonly #settings: RepresentationSettings;
  readonly #clock: Clock;

  constructor(settings: RepresentationSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** @returns a factory for another kind of resource */
  with(settings: Partial<RepresentationSettings>): RepresentationFactory {
    return new RepresentationFactory({ ...this.#settings, ...settings }, this.#clock);
  }

  /** What a URL stands for when nothing is known of before, as at start. */
  first(body: Buffer): Representation {
    return this.create(body, { changedAtMs: this.#clock.epochMs(), isDateUnique: true });
  }

  /**
   * @param previous what the same URL stood for until now, which is returned where the bytes are the same, so
   * that its validators stay; undefined where it stood for nothing, or for something that is not kept
   */
  next(previous: Representation | undefined, body: Buffer): Representation {
    const hash = hashOf(body);
    if (previous?.hash === hash) return previous;
    const changedAtMs = this.#clock.epochMs();
    const isDateUnique = previous !== undefined && toSeconds(previous.changedAtMs) < toSeconds(changedAtMs);
    return this.create(body, { changedAtMs, isDateUnique }, hash);
  }

  /** @param hash of the body, where that is known */
  create(body: Buffer, changed: ChangeTime, hash = hashOf(body)): Representation {
    return new Representation({ body, hash, ...changed }, this.#settings);
  }
}

/** 128 bits of a SHA-256, which no two bodies will ever share. */
export function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest().toString('base64url', 0, HASH_BYTES);
}

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
