import { ExplainedError } from '../terminal/explained-error.mjs';

/** Other releases of Node are refused by oxlint's `engines`, and therefore by `npm ci` (see .npmrc). */
const MIN_MINORS = { 20: 19, 22: 13 };
const FIRST_FULL_MAJOR = 24;

/**
 * @param {string} version such as `24.1.0`
 * @throws {ExplainedError} if the npm packages of the repository do not support this version of Node
 */
export function assertNodeVersion(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major >= FIRST_FULL_MAJOR || minor >= MIN_MINORS[major]) return;
  throw new ExplainedError(
    `Node 24 or later, 22 from 22.13 or 20 from 20.19 is needed, but this is Node ${version}`,
  );
}
