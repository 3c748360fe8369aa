/**
 * One configuration for every suite: real Redis and the built jar are set up once, in
 * test/support/jest/global-setup.ts. With `FC_JAR_MATRIX=core`, which `npm test` sets, the core suites of the
 * jar also run on the slim jar on the newest JDK; with `all`, every suite of the jar runs on the slim jar,
 * and on the newest JDK where that is another than the one that builds.
 */
import { findJavaTools } from './tools/set-up/java-and-gradle.mjs';

/** The first JDK that warns of what our libraries do. */
const FIRST_WARNING_JDK = 24;
const CORE = ['wire-fixtures', 'life-cycle'].map((name) => `<rootDir>/test/jar/${name}.test.ts`);
const ALL = '<rootDir>/test/jar/!(slim-jar).test.ts';

const everything = {
  rootDir: '.',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/build/', '/test/jar/newest-jdk/'],
  modulePathIgnorePatterns: [
    '<rootDir>/tools/mod/node_modules',
    '<rootDir>/test/web-tools/node_modules',
    '<rootDir>/.*/build/',
    '<rootDir>/.dev/',
  ],
  watchPathIgnorePatterns: ['/build/', '/.dev/'],
  transform: { '\\.[jt]s$': '<rootDir>/test/support/jest/esbuild-transform.cjs' },
  globalSetup: '<rootDir>/test/support/jest/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.ts',
  injectGlobals: false,
};

function variant(displayName, names, testMatch) {
  const setupFiles = names.map((name) => `<rootDir>/test/support/jar/variants/${name}.ts`);
  return { ...everything, displayName, setupFiles, testMatch, testPathIgnorePatterns: ['/build/'] };
}

function variants(matrix) {
  const { jdk, newest } = findJavaTools();
  const isAll = matrix === 'all';
  const suites = isAll ? [ALL] : CORE;
  if (jdk === undefined || newest.major === jdk.major) return [variant('slim jar', ['slim-jar'], suites)];
  const warnings = newest.major >= FIRST_WARNING_JDK ? ['<rootDir>/test/jar/newest-jdk/*.test.ts'] : [];
  const slim = isAll
    ? variant('slim jar', ['slim-jar'], suites)
    : variant(`slim jar, JDK ${newest.major}`, ['slim-jar', 'newest-jdk'], suites);
  return [slim, variant(`JDK ${newest.major}`, ['newest-jdk'], [...(isAll ? suites : []), ...warnings])];
}

const matrix = process.env['FC_JAR_MATRIX'];
export default {
  projects: [everything, ...(matrix ? variants(matrix) : [])],
  // One for each core, where Jest would leave one out. With more, programs under load miss the deadlines that
  // they promise (test/README.md).
  maxWorkers: '100%',
  testSequencer: '<rootDir>/test/support/jest/longest-first.cjs',
  // Jest reads it here alone, not in a project.
  testTimeout: 60_000,
};
