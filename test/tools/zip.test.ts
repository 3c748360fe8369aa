import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
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

  /** The reader works on bytes, which JSON cannot express: a module beside the zip files hands them over. */
  async function read(zip: string, entry: string): Promise<string> {
    const reader = pathToFileURL(join(REPOSITORY, 'tools/files/zip.mjs')).href;
    const source = `
      import { readFileSync } from 'node:fs';
      import { readZipEntry } from '${reader}';
      export const read = (zip, entry) => readZipEntry(readFileSync(zip), entry).toString('latin1');`;
    const module = directory.write('read.mjs', source);
    return (await callInNode(module, 'read', join(directory.path, zip), entry)) as string;
  }

  it.each(['packed.zip', 'stored.zip'])('unpacks what the JDK has put into %s', async (zip) => {
    expect(await read(zip, 'a/long.txt')).toBe(LONG_TEXT);
    expect(await read(zip, 'empty.txt')).toBe('');
    expect(await read(zip, 'ünï/ç.bin')).toBe('\u0000\u00ff\n');
  });

  it('finds the directory before a comment', async () => {
    const zip = readFileSync(join(directory.path, 'packed.zip'));
    const comment = Buffer.from('PK, said the zip file');
    zip.writeUInt16LE(comment.length, zip.length - END_OF_DIRECTORY_BYTES + 20);
    directory.write('comment.zip', Buffer.concat([zip, comment]));
    expect(await read('comment.zip', 'a/long.txt')).toBe(LONG_TEXT);
  });

  it('says what is not there', async () => {
    await expect(read('packed.zip', 'b')).rejects.toThrow('the zip file does not contain b');
  });

  it.each(['', 'not a zip file at all, but long enough to be one'])('refuses %j', async (content) => {
    directory.write('odd.zip', content);
    await expect(read('odd.zip', 'a')).rejects.toThrow('not a zip file');
  });

  it('refuses a file that is cut off', async () => {
    const zip = readFileSync(join(directory.path, 'stored.zip'));
    directory.write('cut.zip', zip.subarray(0, zip.length / 2));
    await expect(read('cut.zip', 'a/long.txt')).rejects.toThrow('not a zip file');
  });

  it('refuses content whose checksum differs', async () => {
    const zip = readFileSync(join(directory.path, 'stored.zip'));
    const at = zip.indexOf('feature-control');
    zip.write('F', at);
    directory.write('damaged.zip', zip);
    await expect(read('damaged.zip', 'a/long.txt')).rejects.toThrow('its checksum differs');
  });
});
