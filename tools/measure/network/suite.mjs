import { buildAll, buildStandIn } from '../../assemble/build.mjs';
import { quantile } from '../quantile.mjs';
import { measureBySuite } from './measure-by-suite.mjs';

const SUITE = 'test/network/several-machines';
const VISIBLE_MS = 100;

/**
 * Measures the time in which an edit reaches three proxies and two sidecars, by the test for it.
 * @type {import('../bench.mjs').Suite}
 */
export async function run({ progress, env }) {
  await buildAll(progress, env);
  await buildStandIn(progress, env);
  const tookMs = await measureBySuite(SUITE, { env, reportVariable: 'FC_NETWORK_REPORT' });
  const name = `until three proxies and two sidecars show an edit, of ${tookMs.length}`;
  return [
    { name: `${name}, p50`, value: quantile(tookMs, 0.5), unit: 'ms' },
    { name: `${name}, p99`, value: quantile(tookMs, 0.99), unit: 'ms', target: { atMost: VISIBLE_MS } },
  ];
}
