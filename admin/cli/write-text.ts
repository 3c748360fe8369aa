import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Writes a text to standard output or standard error. An error is emitted as `error` of the stream.
 *
 * If the stream is a file and the disk becomes full within the text, Node 20 writes a part of the text and
 * reports no error, so the text is written to the file itself here.
 */
export function writeText(stream: Writable & { readonly fd: number }, text: string): void {
  if (stream instanceof Socket) {
    stream.write(text);
    return;
  }
  try {
    // Given a buffer, it repeats incomplete writes.
    writeFileSync(stream.fd, Buffer.from(text));
  } catch (cause) {
    stream.emit('error', cause);
  }
}
