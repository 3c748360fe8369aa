import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Encoding } from './negotiation.ts';

/** Bodies of up to this many bytes are compressed synchronously, which takes under a millisecond. */
const MAX_SYNC_BYTES = 32 * 1024;

/** Bodies that are compressed concurrently. Each occupies one of the four threads of Node's pool. */
const MAX_CONCURRENT = 2;

/** At this quality, Brotli takes as much time as gzip, and its output is smaller. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

const gzipInPool = promisify(gzip);
const brotliInPool = promisify<Buffer, { params: Record<number, number> }, Buffer>(brotliCompress);

/** Compresses small bodies synchronously, and large bodies in Node's thread pool, a few at a time. */
export class Compressor {
  #running = 0;

  /**
   * @returns undefined if too many bodies are being compressed already; the body is then sent uncompressed
   */
  compress(body: Buffer, encoding: Encoding): Buffer | Promise<Buffer> | undefined {
    if (body.length <= MAX_SYNC_BYTES) {
      return encoding === 'br'
        ? brotliCompressSync(body, brotliOptions(body))
        : gzipSync(body, { level: GZIP_LEVEL });
    }
    return this.#running < MAX_CONCURRENT ? this.#compressInPool(body, encoding) : undefined;
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
