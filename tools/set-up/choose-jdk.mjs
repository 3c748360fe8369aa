/** The oldest JDK that the project supports: what it compiles for, and what Velocity before 3.5 runs on. */
export const OLDEST_JAVA = 17;

/** From which Gradle on which newest Java it runs on, newest first (Gradle's compatibility matrix). */
const NEWEST_JAVA_BY_GRADLE = [
  { gradle: [9, 4], java: 26 },
  { gradle: [9, 1], java: 25 },
  { gradle: [8, 14], java: 24 },
  { gradle: [8, 10], java: 23 },
  { gradle: [8, 8], java: 22 },
  { gradle: [8, 5], java: 21 },
  { gradle: [8, 3], java: 20 },
  { gradle: [7, 6], java: 19 },
  { gradle: [7, 5], java: 18 },
  { gradle: [7, 3], java: 17 },
];
/**
 * Debian and Ubuntu patch their 4.4.1 for their own default Java; no other Gradle before 7.3 runs on a Java
 * that we support.
 */
const DEBIAN_GRADLE = '4.4.1';

/**
 * @param {number[]} version Gradle's, such as `[8, 14, 1]`
 * @param {number} [distributionJava] the distribution's default Java
 * @returns {number | undefined} the newest Java that it runs on, or nothing when it runs on none that we
 * support
 */
export function newestJavaFor(version, distributionJava = OLDEST_JAVA) {
  if (version.join('.') === DEBIAN_GRADLE) return Math.max(OLDEST_JAVA, distributionJava);
  return NEWEST_JAVA_BY_GRADLE.find(({ gradle }) => isAtLeast(version, gradle))?.java;
}

/**
 * Chooses the JDK that builds: the first in the given order that both the project and Gradle can use.
 * @param {{ home: string, major: number }[]} jdks as `findJdks` orders them
 * @param {number} newestJava that Gradle runs on
 * @returns {{ home: string, major: number } | undefined}
 */
export function chooseJdk(jdks, newestJava) {
  return jdks.find(({ major }) => major >= OLDEST_JAVA && major <= newestJava);
}

/**
 * @param {{ home: string, major: number }[]} jdks
 * @returns {{ home: string, major: number } | undefined} the one that later Velocities, and the tests' second
 * run, want
 */
export function newestJdk(jdks) {
  return jdks.reduce(
    (newest, jdk) => (newest === undefined || jdk.major > newest.major ? jdk : newest),
    undefined,
  );
}

function isAtLeast(version, [major, minor]) {
  return version[0] > major || (version[0] === major && (version[1] ?? 0) >= minor);
}
