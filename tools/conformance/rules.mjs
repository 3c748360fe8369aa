import { readFileSync } from 'node:fs';
import { fromRoot } from '../files/paths.mjs';

/**
 * A rule of the specification (docs/spec.md) or of the channel (docs/channel.md).
 * @typedef {{ id: string, text: string, binds: 'server' | 'mod' | 'both' }} Rule
 */

/** Sections of docs/spec.md that are about the game: rules about HTTP bind neither side here. */
const OF_THE_GAME = /^(?:S-GAME-|W-|F-|A-GAME-|P-GAME-|E-(?!REST))/;
/** Rules of the specification that say what a mod does. */
const OF_MODS = new Set(['F-CHECK-2', 'F-RULE-5', 'F-RULE-6', 'F-CALL-1', 'F-CALL-2', 'F-CALL-3']);
/** Those that bind the writer of the packet, or both ends of the limit. */
const OF_BOTH = /^(?:W-PACKET-1|W-REQ-[135]|F-CHANNEL-[123]|F-CHECK-[14]|F-RATE-1|F-CALL-[13]|A-GAME-1)$/;
const ROW = /^\| ((?:[A-Z]+-)+\d+) +\| (.*?) +\| (.*?) +\|$/;

/** @returns {Rule[]} all rules about the game, in the order of the documents */
export function readRules() {
  return [
    ...rowsOf('docs/spec.md').flatMap(specificationRule),
    ...rowsOf('docs/channel.md').map(channelRule),
  ];
}

/** @param {'server' | 'mod'} side @returns {Rule[]} those that this side can break */
export function rulesFor(side) {
  return readRules().filter(({ binds }) => binds === side || binds === 'both');
}

/** @returns {{ id: string, text: string }[]} where the specification is silent: docs/spec-gaps.md */
export function readDecisions() {
  const lines = readFileSync(fromRoot('docs/spec-gaps.md'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, id, text] = /^\| (G\d+) +\| (.*?) +\|/.exec(line) ?? [];
    return id === undefined ? [] : [{ id, text }];
  });
}

function rowsOf(path) {
  const lines = readFileSync(fromRoot(path), 'utf8').split('\n');
  return lines.map((line) => ROW.exec(line)).filter((row) => row !== null);
}

function specificationRule([, id, text]) {
  if (!OF_THE_GAME.test(id)) return [];
  return [{ id, text, binds: OF_BOTH.test(id) ? 'both' : OF_MODS.has(id) ? 'mod' : 'server' }];
}

function channelRule([, id, text, binds]) {
  return { id, text, binds };
}
