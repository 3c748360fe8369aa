import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param {string} moduleUrl a module's `import.meta.url`
 * @returns {boolean} whether Node was started with that module, as opposed to importing it
 */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);
}
