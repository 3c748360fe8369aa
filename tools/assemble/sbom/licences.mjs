import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../files/paths.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';

/**
 * Returns one line per component: its origin, and its licence as an SPDX expression.
 * @param {import('./cyclonedx.mjs').Component[]} components
 */
export function toLicenceList(components) {
  return components.map(({ purl, license }) => `${purl} ${license}\n`).join('');
}

/**
 * Returns the licence of the project, the list of all licences, and their texts.
 * @param {import('./cyclonedx.mjs').Component[]} components of npm
 * @throws {ExplainedError} if a package contains no licence
 */
export function toLicenceTexts(components) {
  const own = readFileSync(fromRoot('LICENSE'), 'utf8');
  const texts = components.map(({ name, folder }) => `---- ${name} ----\n\n${licenceText(folder)}`);
  return [own, toLicenceList(components), ...texts].join('\n');
}

/**
 * @param {string} folder of an npm package, from the repository's root
 * @returns {string} its licence text
 * @throws {ExplainedError} if the package contains none
 */
export function licenceText(folder) {
  const directory = fromRoot(folder);
  const file = readdirSync(directory).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (file === undefined) throw new ExplainedError(`${folder} contains no licence file`);
  return readFileSync(join(directory, file), 'utf8');
}
