import { simulateMod } from '../../tools/mod/simulate-mod.mjs';

const PATIENCE_MS = 60_000;

/**
 * Simulates mods in parallel, each until it was requested to block the expected features.
 * @param {number} port of the proxy
 * @param {{ mod: string, version: string, blocked: string[] }[]} simulations
 * @returns {Promise<{ blocked: string[], problems: string[] }[]>} the features that each was requested to
 * block, sorted
 */
export async function simulateAllMods(port, simulations) {
  return await Promise.all(simulations.map((simulation, index) => simulateOne(port, simulation, index)));
}

async function simulateOne(port, { mod, version, blocked }, index) {
  const allowed = new Map();
  const problems = [];
  const visit = {
    mod,
    version,
    host: '127.0.0.1',
    port,
    username: `simulated_${index}`,
    timeoutMs: PATIENCE_MS,
  };
  const blockedNow = () => [...allowed].filter(([, isAllowed]) => !isAllowed).map(([name]) => name);
  await simulateMod({ ...visit, onStep: () => {} }, (received) => {
    if (received.problem !== undefined) problems.push(received.problem);
    for (const [name, isAllowed] of received.allowed ?? []) allowed.set(name, isAllowed);
    return blocked.every((name) => blockedNow().includes(name));
  });
  return { blocked: blockedNow().sort(), problems };
}
