import { rulesFor } from '../../tools/check/conformance/rules.mjs';
import { checkSimulatedMod } from './simulated-mod.mjs';
import { checkSimulatedServer } from './simulated-server.mjs';

/**
 * Tests a simulated server or mod without faults, and once with each fault.
 * @param {'server' | 'mod'} side
 * @param {string[]} faults
 * @returns {Promise<{
 *   results: import('../../tools/check/conformance/rule-results.mjs').RuleResult[],
 *   byFault: Record<string, string[]>
 * }>} the results without faults, and by fault the ids of the rules that failed
 */
export async function checkAll(side, faults) {
  const rules = rulesFor(side);
  const check = side === 'server' ? checkSimulatedServer : checkSimulatedMod;
  const byFault = {};
  for (const fault of faults) {
    const results = await check([fault], rules);
    byFault[fault] = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  }
  return { results: await check([], rules), byFault };
}
