import { rulesFor } from '../../tools/conformance/rules.mjs';
import { judgeSimulatedMod } from './simulated-mod.mjs';
import { judgeSimulatedServer } from './simulated-server.mjs';

/**
 * Judges a server without faults on a machine that is 10 seconds too slow.
 * @returns {Promise<object[]>} the verdicts
 */
export async function judgeLate() {
  return await judgeSimulatedServer([], rulesFor('server'), 10_000);
}

/**
 * Judges a simulated server or mod without faults, and once with each fault.
 * @param {'server' | 'mod'} side
 * @param {string[]} faults
 * @returns {Promise<{ verdicts: object[], byFault: Record<string, string[]> }>} the verdicts without faults,
 * and by fault the ids of the rules that failed
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
