/**
 * The suites of `test/jar` that `one-proxy.test.ts` runs on one proxy, as a start takes seconds of CPU time.
 * Their order matters: the first also tests what follows the start, and the last but one kills its Redis.
 */
export const ONE_PROXY_SUITES = [
  'plugin-api',
  'wire-fixtures',
  'subscribe',
  'velocity-behaviours',
  'bridges',
  'timed-blocks',
  'languages',
  'reload-to-other-data',
  'commands',
  'published-servers',
];
