import { describe, jest } from '@jest/globals';
import { ONE_PROXY_SUITES } from './one-proxy-suites.mjs';
// Imported outside of the blocks, so that the proxy ends after the last one.
import './shared-proxy.ts';

/** Each suite can also be run by itself, which starts a proxy for it: `npx jest test/jar/bridges`. */
describe.each(ONE_PROXY_SUITES)('%s', (name) => {
  // An import would define the tests of the suite, and what is run before them, outside of this block.
  jest.requireActual(`./${name}.test.ts`);
});
