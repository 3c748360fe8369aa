import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../files/paths.mjs';

/** Folder of the packets as data files, free to copy. */
const WIRE_FIXTURES = fromRoot('test', 'fixtures', 'wire');
const TO_A_MOD = fromRoot('mod-sdk', 'conformance', 'to-a-mod.json');

/**
 * A packet to a server, with its answer: see test/fixtures/README.md.
 * @typedef {{ name: string, title: string, rules: string[], method: string, given: object, bytes: Buffer,
 * response: any }} WireFixture
 * @returns {WireFixture[]} ordered by name
 */
export function loadWireFixtures() {
  const files = readdirSync(WIRE_FIXTURES).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => {
    const fixture = JSON.parse(readFileSync(join(WIRE_FIXTURES, file), 'utf8'));
    const rules = /\[([^\]]*)\]$/.exec(fixture.title)?.[1].split(', ') ?? [];
    return { ...fixture, name: file.replace(/\.json$/, ''), rules, bytes: bytesOf(fixture.request) };
  });
}

/**
 * Loads the packets that a mod must tolerate: see mod-sdk/conformance/README.md.
 * @returns {{ name: string, why: string, bytes: Buffer }[]}
 */
export function loadPacketsToMods() {
  const { packets } = JSON.parse(readFileSync(TO_A_MOD, 'utf8'));
  return packets.map(({ name, why, content }) => ({ name, why, bytes: bytesOf(content) }));
}

/** @returns {Buffer} */
function bytesOf(form) {
  if (form.parts !== undefined) return Buffer.concat(form.parts.map(bytesOf));
  if (form.repeat !== undefined)
    return Buffer.concat(new Array(form.repeat.times).fill(bytesOf(form.repeat)));
  return form.base64 === undefined ? Buffer.from(form.text, 'utf8') : Buffer.from(form.base64, 'base64');
}
