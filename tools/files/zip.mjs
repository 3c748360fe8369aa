// Not by name: Node before 20.15 has no crc32, and would fail here before the set-up reports its version.
import * as zlib from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_OF_DIRECTORY_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the directory of a zip file, such as a jar. Files of 4 GiB or more and encrypted files are not
 * supported.
 * @param {Buffer} zip the whole file
 * @returns {Map<string, { method: number, crc: number, compressedBytes: number, offset: number }>} entries by
 * name
 * @throws {Error} if the bytes are not a zip file
 */
export function readZipDirectory(zip) {
  const end = findEndOfDirectory(zip);
  const entries = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > end || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('damaged zip directory');
    const nameBytes = zip.readUInt16LE(at + 28);
    entries.set(zip.toString('utf8', at + 46, at + 46 + nameBytes), {
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      compressedBytes: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Unpacks one file.
 * @param {Buffer} zip the whole zip file
 * @param {string} name the file's name in it
 * @returns {Buffer} its content, verified against its checksum
 * @throws {Error} if there is no such file, or it is damaged
 */
export function readZipEntry(zip, name) {
  const entry = readZipDirectory(zip).get(name);
  if (entry === undefined) throw new Error(`the zip file does not contain ${name}`);
  const { method, crc, compressedBytes, offset } = entry;
  if (zip.readUInt32LE(offset) !== LOCAL_HEADER) throw new Error(`damaged zip entry ${name}`);
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const content = decompress(zip.subarray(start, start + compressedBytes), method, name);
  if (zlib.crc32(content) !== crc) throw new Error(`damaged zip entry ${name}: its checksum differs`);
  return content;
}

function decompress(bytes, method, name) {
  if (method === STORED) return bytes;
  if (method === DEFLATED) return zlib.inflateRawSync(bytes);
  throw new Error(`the zip entry ${name} uses the unknown compression method ${method}`);
}

/** Finds the end record, which is at the very end, before a comment of unknown length. */
function findEndOfDirectory(zip) {
  const last = zip.length - END_OF_DIRECTORY_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1) {
    if (zip.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new Error('not a zip file');
}
