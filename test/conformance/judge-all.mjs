import { rulesFor } from '../../tools/conformance/rules.mjs';
import { judgeSimulatedMod } from './simulated-mod.mjs';
import { judgeSimulatedServer } from './simulated-server.mjs';

/** @returns {Promise<object[]>} the verdicts on a server without faults, of a judge that comes late */
export async function judgeLate() {
  return await judgeSimulatedServer([], rulesFor('server'), 10_000);
}

/**
 * @param {'server' | 'mod'} side
 * @param {string[]} faults each alone
 * @returns {Promise<{ verdicts: object[], byFault: Record<string, string[]> }>} the verdicts on one without
 * faults, and by fault the ids of the rules that have failed
 */
export async function judgeAll(side, faults) {
  const rules = rulesFor(side);
  const judge = side === 'server' ? judgeSimulatedServer : judgeSimulatedMod;
  const byFault = {};
  for (const fault of faults) {
    const verdicts = await judge([fault], rules);
    byFault[fault] = verdicts.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  }
  return { verdicts: await judge([], rules), byFault };
}
