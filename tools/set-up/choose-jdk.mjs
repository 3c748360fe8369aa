/** The oldest JDK that the project supports: it is the compile target, and Velocity before 3.5 runs on it. */
export const MIN_JAVA = 17;

/** The newest Java that each Gradle version supports, newest first (Gradle's compatibility matrix). */
const MAX_JAVA_BY_GRADLE = [
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
 * Debian and Ubuntu patch their Gradle 4.4.1 for their own default Java. No other Gradle before 7.3 runs on a
 * Java that the project supports.
 */
const DEBIAN_GRADLE = '4.4.1';

/**
 * @param {number[]} version Gradle's, such as `[8, 14, 1]`
 * @param {number} [distributionJava] the distribution's default Java
 * @returns {number | undefined} the newest Java that it runs on; undefined if it runs on none that the
 * project supports
 */
export function newestJavaFor(version, distributionJava = MIN_JAVA) {
  if (version.join('.') === DEBIAN_GRADLE) return Math.max(MIN_JAVA, distributionJava);
  return MAX_JAVA_BY_GRADLE.find(({ gradle }) => isAtLeast(version, gradle))?.java;
}

/**
 * Chooses the JDK for the build: the first one that both the project and Gradle support.
 * @param {{ home: string, major: number }[]} jdks in the order of `findJdks`
 * @param {number} newestJava that Gradle runs on
 * @returns {{ home: string, major: number } | undefined}
 */
export function chooseJdk(jdks, newestJava) {
  return jdks.find(({ major }) => major >= MIN_JAVA && major <= newestJava);
}

/**
 * @param {{ home: string, major: number }[]} jdks
 * @returns {{ home: string, major: number } | undefined} the newest JDK, for newer Velocities and for the
 * second run of the tests
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
