import { delimiter, join } from 'node:path';
import { FAST_STARTUP_JVM_OPTIONS } from '../processes/jvm-options.mjs';
import { ExplainedError } from '../terminal/explained-error.mjs';
import { chooseJdk, newestJavaFor, newestJdk, MIN_JAVA } from './choose-jdk.mjs';
import { findGradle } from './find-gradle.mjs';
import { findDistributionJava, findJdks } from './find-jdks.mjs';
import { findPackageSource, refreshPackageLists, runPackageCommand } from './system-packages.mjs';

const NO_SOURCE =
  'Install what is missing by hand: neither apt-get (as root, or with sudo) nor brew is available here';

/**
 * @typedef {{ home: string, major: number }} Jdk
 * @typedef {{ path: string, version: number[], newestJava: number | undefined }} Gradle `newestJava`: the
 * newest Java that it runs on
 * @typedef {{ jdks: Jdk[], gradle: Gradle | undefined, jdk: Jdk | undefined, newest: Jdk | undefined }}
 * JavaTools `jdk`: the one for the build, chosen for this Gradle; `newest`: the newest one
 */

/**
 * Finds JDKs and Gradle, without installing anything.
 * @returns {JavaTools}
 */
export function findJavaTools() {
  const jdks = findJdks();
  const found = findGradle();
  const newestJava = found && newestJavaFor(found.version, findDistributionJava());
  const gradle = found && { ...found, newestJava };
  return { jdks, gradle, jdk: gradle && chooseJdk(jdks, newestJava), newest: newestJdk(jdks) };
}

/**
 * @param {JavaTools} tools
 * @returns {Record<string, string>} environment variables: `JAVA_HOME` (the JDK for the build), a `PATH` that
 * begins with it, `FC_NEWEST_JAVA_HOME`, `FC_GRADLE`, `GRADLE_OPTS`; empty if a JDK or Gradle is missing
 */
export function javaEnvironment({ jdk, newest, gradle }) {
  if (jdk === undefined) return {};
  const path = [join(jdk.home, 'bin'), process.env['PATH']].join(delimiter);
  return {
    JAVA_HOME: jdk.home,
    FC_NEWEST_JAVA_HOME: newest.home,
    FC_GRADLE: gradle.path,
    // The user's own options override these.
    GRADLE_OPTS: [...FAST_STARTUP_JVM_OPTIONS, process.env['GRADLE_OPTS'] ?? ''].join(' ').trimEnd(),
    PATH: path,
  };
}

/**
 * Finds a JDK and a Gradle that are compatible, and installs what is missing.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<JavaTools>} with every tool present
 * @throws {ExplainedError} naming what to install, if it cannot be installed here
 */
export async function provideJavaTools(progress) {
  const found = findJavaTools();
  if (found.jdk !== undefined) return found;
  const source = findPackageSource();
  const { missing, problem } = describeMissing(found);
  if (problem !== undefined) throw new ExplainedError(problem);
  if (source === undefined) throw new ExplainedError(`${missing}. ${NO_SOURCE}`);
  await refreshPackageLists(progress, source);
  const packages = missingPackages(found, source);
  await progress.step(
    packages.join(', '),
    (note) => runPackageCommand(source.install(packages), note),
    () => `from ${source.name}`,
  );
  const provided = findJavaTools();
  if (provided.jdk !== undefined) return provided;
  const problemLeft = describeMissing(provided);
  throw new ExplainedError(
    `${problemLeft.problem ?? problemLeft.missing}, even after installing ${packages.join(', ')}`,
  );
}

/**
 * Describes why no build is possible with what was found.
 * @param {JavaTools} found
 * @returns {{ missing: string } | { problem: string }} `missing`: packages can provide it; `problem`:
 * packages cannot solve it
 */
function describeMissing({ gradle, jdks }) {
  if (gradle === undefined) {
    const enough = jdks.some(({ major }) => major >= MIN_JAVA);
    return {
      missing: `Gradle is not installed${enough ? '' : `, and neither is a JDK of ${MIN_JAVA} or later`}`,
    };
  }
  const version = gradle.version.join('.');
  const { newestJava } = gradle;
  if (newestJava === undefined)
    return { problem: `${gradle.path} is Gradle ${version}: 7.3 or later is needed` };
  const range = newestJava === MIN_JAVA ? `a JDK ${newestJava}` : `a JDK of ${MIN_JAVA} to ${newestJava}`;
  const have =
    jdks.length === 0
      ? 'none is installed'
      : `only ${jdks.map(({ major }) => major).join(' and ')} is installed`;
  return { missing: `Gradle ${version} needs ${range}, and ${have}` };
}

/**
 * @param {JavaTools} found
 * @param {{ name: 'apt' | 'brew', offers: (name: string) => boolean }} source
 * @returns {string[]} package names of that source
 */
function missingPackages({ gradle }, source) {
  const packages = gradle === undefined ? ['gradle'] : [];
  if (source.name === 'apt') {
    // Debian's Gradle runs on 17; a distribution without 17 has patched Gradle for its own default.
    const preferred = `openjdk-${MIN_JAVA}-jdk-headless`;
    return [...packages, source.offers(preferred) ? preferred : 'default-jdk-headless'];
  }
  // Homebrew's Gradle brings a JDK of its own with it.
  if (gradle === undefined) return packages;
  return [gradle.newestJava >= 21 ? 'openjdk@21' : 'openjdk@17'];
}
