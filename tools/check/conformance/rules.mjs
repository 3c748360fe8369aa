import { readFileSync } from 'node:fs';
import { fromRoot } from '../../files/paths.mjs';

/**
 * A rule of the specification (docs/spec.md) or of the channel (docs/channel.md).
 * @typedef {{ id: string, text: string, binds: 'server' | 'mod' | 'both' }} Rule
 */

/** Rules of docs/spec.md about the game; rules about HTTP apply to neither side here. */
const GAME_RULES = /^(?:S-GAME-|W-|F-|A-GAME-|P-GAME-|E-(?!REST))/;
/** Rules of the specification that apply to mods. */
const MOD_RULES = new Set(['F-CHECK-2', 'F-RULE-5', 'F-RULE-6', 'F-CALL-1', 'F-CALL-2', 'F-CALL-3']);
/** Rules that apply to both sides: to whichever writes the packet, or to both ends of the limit. */
const SHARED_RULES =
  /^(?:W-PACKET-1|W-REQ-[135]|F-CHANNEL-[123]|F-CHECK-[14]|F-RATE-1|F-CALL-[13]|A-GAME-1)$/;
const ROW = /^\| ((?:[A-Z]+-)+\d+) +\| (.*?) +\| (.*?) +\|$/;

/** @returns {Rule[]} all rules about the game, in the order of the documents */
function readRules() {
  return [
    ...rowsOf('docs/spec.md').flatMap(specificationRule),
    ...rowsOf('docs/channel.md').map(channelRule),
  ];
}

/**
 * @param {'server' | 'mod'} side
 * @returns {Rule[]} the rules that this side can break
 */
export function rulesFor(side) {
  return readRules().filter(({ binds }) => binds === side || binds === 'both');
}

/**
 * @returns {{ id: string, text: string }[]} the decisions in docs/spec-gaps.md, made where the specification
 * is silent
 */
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
  if (!GAME_RULES.test(id)) return [];
  return [{ id, text, binds: SHARED_RULES.test(id) ? 'both' : MOD_RULES.has(id) ? 'mod' : 'server' }];
}

function channelRule([, id, text, binds]) {
  return { id, text, binds };
}
