import { findChromium, provideChromium } from './chromium.mjs';
import { findSchemathesis, provideSchemathesis } from './schemathesis.mjs';

/**
 * Finds what the tests need and nobody else does, and installs what is missing: a browser, and schemathesis.
 * @param {import('./progress.mjs').Progress} progress
 * @returns {Promise<Record<string, string>>} `FC_CHROMIUM` and `FC_SCHEMATHESIS`, the paths of the programs
 * @throws {ExplainedError} when something is missing that cannot be installed
 */
export async function provideTestTools(progress) {
  const chromium = await provideChromium(progress);
  const schemathesis = await provideSchemathesis(progress);
  progress.report('set up, for tests', `Chromium ${chromium.version}, schemathesis`);
  return { FC_CHROMIUM: chromium.path, FC_SCHEMATHESIS: schemathesis };
}

/**
 * The same, of what is there, for Jest when it is started by hand.
 * @returns {Record<string, string>}
 */
export function findTestTools() {
  const found = { FC_CHROMIUM: findChromium()?.path, FC_SCHEMATHESIS: findSchemathesis() };
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path !== undefined));
}
