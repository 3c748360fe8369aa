import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExplainedError } from '../../terminal/explained-error.mjs';
import { fromRoot } from '../../files/paths.mjs';

/**
 * Returns one line per component: its origin, and its licence as an SPDX expression.
 * @param {import('./cyclonedx.mjs').Component[]} components
 */
export function toLicenceList(components) {
  return components.map(({ purl, license }) => `${purl} ${license}\n`).join('');
}

/**
 * @returns {string} the licence text of an npm package
 * @throws {ExplainedError} if the package contains none
 */
export function licenceText(name) {
  const directory = fromRoot('node_modules', name);
  const file = readdirSync(directory).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (file === undefined) throw new ExplainedError(`${name} contains no licence file`);
  return readFileSync(join(directory, file), 'utf8');
}
