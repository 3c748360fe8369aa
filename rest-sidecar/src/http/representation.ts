import { createHash } from 'node:crypto';
import type { HeaderFields } from '../../../node/http/errors.ts';
import { prepareHeaders, withOthers } from '../../../node/platform-workarounds/prepared-headers.ts';
import type { PreparedHeaders } from '../../../node/platform-workarounds/prepared-headers.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Compressor } from './compressor.ts';
import { PUBLIC_HEADERS } from './errors.ts';
import type { Encoding } from './negotiation.ts';

/** A representation in one content coding, ready to be sent. */
export interface Variant {
  readonly etag: string;
  /** The body. A small one is a latin1 string, which is sent in one write with the headers. */
  readonly payload: Buffer | string;
  readonly okHeaders: PreparedHeaders;
  readonly notModifiedHeaders: PreparedHeaders;
}

interface RepresentationSettings {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly compressor: Compressor;
  /** Replaces the headers that every response has. */
  readonly headers?: HeaderFields;
}

/**
 * With their headers, bodies of up to this size fit into the 16 KB up to which Node writes headers and a
 * string body together.
 */
const MAX_STRING_BYTES = 8 * 1024;

/**
 * 128 bits. Only these bytes are encoded: a substring of the whole hash would keep the whole string in
 * memory.
 */
const HASH_BYTES = 16;

/** Smaller bodies are not compressed, as they fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/**
 * The representation of a resource between two changes: its bytes, hashed once, and compressed once per
 * coding. Most representations are not requested before the next change, so headers and compressed bodies are
 * created at the first request.
 */
export class Representation {
  readonly body: Buffer;
  readonly hash: string;
  readonly changed: ChangeTime;
  readonly #settings: RepresentationSettings;
  #identity: Variant | undefined;
  #compressed: Map<Encoding, Variant | Promise<Variant>> | undefined;

  /** @param hash of the body */
  constructor(body: Buffer, hash: string, changed: ChangeTime, settings: RepresentationSettings) {
    this.body = body;
    this.hash = hash;
    this.changed = changed;
    this.#settings = settings;
  }

  /** The uncompressed variant. */
  get identity(): Variant {
    return (this.#identity ??= this.#variant(this.body));
  }

  /** @returns a promise if a large body is compressed for the first time */
  variant(encoding: Encoding | undefined): Variant | Promise<Variant> {
    if (encoding === undefined || this.body.length <= MIN_COMPRESSED_BYTES) return this.identity;
    return this.#compressed?.get(encoding) ?? this.#compress(encoding);
  }

  #compress(encoding: Encoding): Variant | Promise<Variant> {
    const body = this.#settings.compressor.compress(this.body, encoding);
    if (body === undefined) return this.identity;
    const variant =
      body instanceof Promise ? this.#awaitVariant(body, encoding) : this.#variant(body, encoding);
    this.#compressed ??= new Map();
    this.#compressed.set(encoding, variant);
    return variant;
  }

  async #awaitVariant(body: Promise<Buffer>, encoding: Encoding): Promise<Variant> {
    const variant = this.#variant(await body, encoding);
    this.#compressed?.set(encoding, variant);
    return variant;
  }

  #variant(body: Buffer, encoding?: Encoding): Variant {
    const etag = encoding === undefined ? `"${this.hash}"` : `"${this.hash}-${encoding}"`;
    const notModifiedHeaders = prepareHeaders({
      ETag: etag,
      'Last-Modified': new Date(this.changed.changedAtMs).toUTCString(),
      'Cache-Control': this.#settings.cacheControl,
      Vary: 'Accept-Encoding',
      ...(this.#settings.headers ?? PUBLIC_HEADERS),
    });
    const content = {
      'Content-Type': this.#settings.contentType,
      'Content-Length': String(body.length),
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
    };
    const payload = body.length <= MAX_STRING_BYTES ? body.toString('latin1') : body;
    return { etag, payload, notModifiedHeaders, okHeaders: withOthers(notModifiedHeaders, content) };
  }
}

/** The time of the last change of a representation. */
export interface ChangeTime {
  /** Milliseconds since the Unix epoch. */
  readonly changedAtMs: number;
  /**
   * Whether no other bytes can have been sent with the same `Last-Modified`, which has a resolution of one
   * second.
   */
  readonly isDateUnique: boolean;
  /** The latest change until now, in milliseconds since the Unix epoch: the clock may have been set back. */
  readonly latestMs: number;
}

/** @param latestMs the latest change before, in milliseconds since the Unix epoch */
export function changeAfter(latestMs: number, changedAtMs: number): ChangeTime {
  const isDateUnique = toSeconds(latestMs) < toSeconds(changedAtMs);
  return { changedAtMs, isDateUnique, latestMs: Math.max(latestMs, changedAtMs) };
}

/** Creates the representations of one kind of resource. */
export class RepresentationFactory {
  readonly #settings: RepresentationSettings;
  readonly #clock: Clock;

  constructor(settings: RepresentationSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** @returns a factory with other settings, for another kind of resource */
  with(settings: Partial<RepresentationSettings>): RepresentationFactory {
    return new RepresentationFactory({ ...this.#settings, ...settings }, this.#clock);
  }

  /** Creates the first representation of a resource after the start. @param nowMs when it was created */
  first(body: Buffer, nowMs = this.#clock.epochMs()): Representation {
    return this.create(body, changeAfter(-Infinity, nowMs));
  }

  /**
   * Creates the next representation of a resource, or returns `previous` if the bytes are the same, so that
   * its validators stay the same.
   * @param previous the previous representation of the same URL; undefined if there was none, or it was not
   * kept
   * @param nowMs when the bytes were changed, in milliseconds since the Unix epoch
   */
  next(previous: Representation | undefined, body: Buffer, nowMs = this.#clock.epochMs()): Representation {
    const hash = hashOf(body);
    if (previous?.hash === hash) return previous;
    return this.create(body, changeAfter(previous?.changed.latestMs ?? nowMs, nowMs), hash);
  }

  /** @param hash the hash of the body, if it is already known */
  create(body: Buffer, changed: ChangeTime, hash = hashOf(body)): Representation {
    return new Representation(body, hash, changed, this.#settings);
  }
}

/** Returns 128 bits of the SHA-256, which are practically unique. */
function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest().toString('base64url', 0, HASH_BYTES);
}

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
