import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** The path of the script and its files in the jar. */
export const PROGRAM_IN_JAR = 'META-INF/feature-control';

const END_BYTES = 22;
const UTF_8 = 0x0800;
/** 1 January 1980. */
const DATE = 0x21;

/**
 * Copies a jar and replaces files. The JDK's tool would compress all of the jar again, which takes seconds.
 * @param directory with the files, and for the copy
 * @param paths of files below `directory`; the paths in the jar are the same
 * @returns the copy's path
 */
export function copyJarWith(jar: string, directory: string, paths: readonly string[]): string {
  const zip = readFileSync(jar);
  const end = zip.subarray(-END_BYTES);
  const directoryStart = end.readUInt32LE(16);
  const parts = [zip.subarray(0, directoryStart)];
  const entries = readEntries(zip.subarray(directoryStart, -END_BYTES)).filter(
    ({ name }) => !paths.includes(name),
  );
  let offset = directoryStart;
  for (const name of paths) {
    const content = readFileSync(join(directory, name));
    const header = headerOf(name, content);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), content]);
    parts.push(local);
    entries.push({ name, bytes: directoryEntry(name, header, offset) });
    offset += local.length;
  }
  const listed = Buffer.concat(entries.map(({ bytes }) => bytes));
  const newEnd = Buffer.from(end);
  newEnd.writeUInt16LE(entries.length, 8);
  newEnd.writeUInt16LE(entries.length, 10);
  newEnd.writeUInt32LE(listed.length, 12);
  newEnd.writeUInt32LE(offset, 16);
  const copy = join(directory, 'changed.jar');
  writeFileSync(copy, Buffer.concat([...parts, listed, newEnd]));
  return copy;
}

/** Splits the directory of a zip file into its entries. */
function readEntries(directory: Buffer): { name: string; bytes: Buffer }[] {
  const entries = [];
  for (let at = 0; at < directory.length;) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const bytes = 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes);
    entries.push({ name, bytes: directory.subarray(at, at + bytes) });
    at += bytes;
  }
  return entries;
}

/** The fields that the header of a file and its entry in the directory share; the file is not compressed. */
function headerOf(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(UTF_8, 2);
  header.writeUInt16LE(DATE, 8);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(content.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}

function directoryEntry(name: string, header: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), header, rest, Buffer.from(name)]);
}
