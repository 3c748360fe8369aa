import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Encoding } from './negotiation.ts';

/** Up to this many bytes, compressing takes under a millisecond and is synchronous. */
const AT_ONCE_BYTES = 32 * 1024;

/** Bodies that are compressed at the same time; each takes a thread of the pool, and there are four. */
const AT_A_TIME = 2;

/** Where brotli costs as much time as gzip and gives smaller bodies. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

const gzipInPool = promisify(gzip);
const brotliInPool = promisify<Buffer, { params: Record<number, number> }, Buffer>(brotliCompress);

/** Compresses bodies: small ones synchronously, large ones in Node's thread pool, few at the same time. */
export class Compressor {
  #running = 0;

  /** @returns undefined where too much is being compressed already: then the body is better sent as it is */
  compress(body: Buffer, encoding: Encoding): Buffer | Promise<Buffer> | undefined {
    if (body.length <= AT_ONCE_BYTES) {
      return encoding === 'br'
        ? brotliCompressSync(body, brotliOptions(body))
        : gzipSync(body, { level: GZIP_LEVEL });
    }
    return this.#running < AT_A_TIME ? this.#compressInPool(body, encoding) : undefined;
  }

  async #compressInPool(body: Buffer, encoding: Encoding): Promise<Buffer> {
    this.#running++;
    try {
      return await (encoding === 'br'
        ? brotliInPool(body, brotliOptions(body))
        : gzipInPool(body, { level: GZIP_LEVEL }));
    } finally {
      this.#running--;
    }
  }
}

function brotliOptions(body: Buffer): { params: Record<number, number> } {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  };
}
