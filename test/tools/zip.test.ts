import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readZipEntry } from '../../tools/files/zip.mjs';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/processes/temporary-directory.ts';

const LONG_TEXT = 'feature-control '.repeat(10_000);
const END_OF_DIRECTORY_BYTES = 22;

describe('the zip reader', () => {
  let directory: TemporaryDirectory;

  beforeAll(() => {
    directory = makeTemporaryDirectory();
    directory.write('content/a/long.txt', LONG_TEXT);
    directory.write('content/empty.txt', '');
    directory.write('content/ünï/ç.bin', Buffer.from([0, 255, 10]));
    for (const [name, options] of [
      ['packed.zip', '-cMf'],
      ['stored.zip', '-c0Mf'],
    ] as const) {
      // Where the machine has no locale, the JDK cannot read the file names.
      const env = { ...process.env, LC_ALL: 'C.UTF-8' };
      const target = join(directory.path, name);
      execFileSync('jar', [options, target, '-C', join(directory.path, 'content'), '.'], { env });
    }
  });
  afterAll(() => {
    directory.remove();
  });

  const read = (zip: string, entry: string): string =>
    readZipEntry(readFileSync(join(directory.path, zip)), entry).toString('latin1');

  it.each(['packed.zip', 'stored.zip'])('unpacks what the JDK has put into %s', (zip) => {
    expect(read(zip, 'a/long.txt')).toBe(LONG_TEXT);
    expect(read(zip, 'empty.txt')).toBe('');
    expect(read(zip, 'ünï/ç.bin')).toBe('\u0000\u00ff\n');
  });

  it('finds the directory before a comment', () => {
    const zip = readFileSync(join(directory.path, 'packed.zip'));
    const comment = Buffer.from('PK, said the zip file');
    zip.writeUInt16LE(comment.length, zip.length - END_OF_DIRECTORY_BYTES + 20);
    directory.write('comment.zip', Buffer.concat([zip, comment]));
    expect(read('comment.zip', 'a/long.txt')).toBe(LONG_TEXT);
  });

  it('says what is not there', () => {
    expect(() => read('packed.zip', 'b')).toThrow('the zip file does not contain b');
  });

  it.each(['', 'not a zip file at all, but long enough to be one'])('refuses %j', (content) => {
    directory.write('odd.zip', content);
    expect(() => read('odd.zip', 'a')).toThrow('not a zip file');
  });

  it('refuses a file that is cut off', () => {
    const zip = readFileSync(join(directory.path, 'stored.zip'));
    directory.write('cut.zip', zip.subarray(0, zip.length / 2));
    expect(() => read('cut.zip', 'a/long.txt')).toThrow('not a zip file');
  });

  it('refuses content whose checksum differs', () => {
    const zip = readFileSync(join(directory.path, 'stored.zip'));
    const at = zip.indexOf('feature-control');
    zip.write('F', at);
    directory.write('damaged.zip', zip);
    expect(() => read('damaged.zip', 'a/long.txt')).toThrow('its checksum differs');
  });
});
