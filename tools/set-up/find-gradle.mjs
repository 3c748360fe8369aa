import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOnPath } from './find-on-path.mjs';

/**
 * Finds Gradle: `FC_GRADLE`, then `gradle` on the path.
 * @returns {{ path: string, version: number[] } | undefined} `version` such as `[8, 14, 1]`
 */
export function findGradle() {
  const path = process.env['FC_GRADLE'] || findOnPath('gradle');
  if (path === undefined || !existsSync(path)) return undefined;
  const text = versionOfLibraries(realpathSync(path)) ?? versionByCommand(path);
  return text && { path, version: text.split('.').map(Number) };
}

/** Reads the version from the names of Gradle's own libraries, as `gradle --version` takes a second. */
function versionOfLibraries(program) {
  const home = dirname(dirname(program));
  for (const directory of [join(home, 'lib'), join(home, 'libexec', 'lib')].filter(existsSync)) {
    for (const file of readdirSync(directory)) {
      const version = /^gradle-core-(\d+(?:\.\d+)+).*\.jar$/.exec(file)?.[1];
      if (version !== undefined) return version;
    }
  }
  return undefined;
}

function versionByCommand(path) {
  try {
    const output = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^Gradle (\d+(?:\.\d+)+)/m.exec(output)?.[1];
  } catch {
    return undefined;
  }
}
