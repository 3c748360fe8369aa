/**
 * One configuration for every suite: test/support/jest/global-setup.ts starts a real Redis once. `FC_TIER`
 * selects suites: `test` those of `npm test`, `release` those of `npm run test:release`, `changed` those of
 * `npm test -- --changed`. Without it, which is how Jest is started by hand, every suite can be run.
 */
import { ONE_PROXY_SUITES } from './test/jar/one-proxy-suites.mjs';
import { findJavaTools } from './tools/set-up/java-and-gradle.mjs';

// Dates are typed and printed in the time zone of the machine.
process.env['TZ'] = 'UTC';

/** The suites that only `npm run test:release` runs: those that build, install or repeat most. */
const RELEASE_SUITES = [
  'attack/*',
  'conformance/seeded-faults',
  'deploy/*',
  'docs-web-examples',
  'e2e/*',
  'faults/matrix/cluster',
  'faults/matrix/sentinels',
  'fuzz/*',
  'jar/cut-off-sentinel',
  'jar/folder-names',
  'jar/foreign-jvm-properties',
  'jar/hostile-players',
  'jar/libraries-folder',
  'jar/moved-redis',
  'jar/redis-t*',
  'jar/simulated-mods',
  'jar/slim-jar',
  'jar/slow-listeners',
  'jar/unusable-redis',
  'mod-sdk/loaders',
  'network/lists-stay-whole-in-cluster',
  'network/several-machines',
  'release/*',
  'rest-sidecar/nginx',
  'rest-sidecar/schemathesis',
];
/** Suites of `npm test` that check more with programs that only `npm run test:release` installs. */
const SUITES_WITH_MORE_TOOLS = ['admin/cli/completion-command', 'admin/server/metrics'];
/** Runs several suites of the jar on one proxy. Jest that is started by hand runs each of them by itself. */
const ONE_PROXY = 'one-proxy';
const ON_ONE_PROXY = ONE_PROXY_SUITES.map((name) => `jar/${name}`);
/** The suites that start proxies or browsers, or take long because of faults. */
const SLOW_SUITES = [
  'admin/console/*',
  'faults/**/*',
  'jar/**/*',
  'network/*',
  'rest-sidecar/routes/api-page',
];

/** The first JDK that prints warnings about the plugin's libraries. */
const FIRST_JDK_WITH_WARNINGS = 24;
/** The first JDK that can read the newest libraries of Velocity. */
const FIRST_JDK_FOR_NEWEST_HOST = 21;
/** Those that use what the host provides: Guice, Adventure, Brigadier, netty and Velocity's API. */
const HOST_SUITES = ['life-cycle', ONE_PROXY].map((name) => `<rootDir>/test/jar/${name}.test.ts`);

const everything = {
  rootDir: '.',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/build/', '/test/jar/newest-jdk/', '/test/jar/newest-host/'],
  modulePathIgnorePatterns: [
    '<rootDir>/tools/mod/node_modules',
    '<rootDir>/test/web-tools/node_modules',
    '<rootDir>/.*/build/',
    '<rootDir>/.dev/',
  ],
  watchPathIgnorePatterns: ['/build/', '/.dev/'],
  transform: { '\\.(?:[jt]s|mjs|acl|txt)$': '<rootDir>/test/support/jest/esbuild-transform.cjs' },
  globalSetup: '<rootDir>/test/support/jest/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.ts',
  injectGlobals: false,
};

function variant(displayName, names, testMatch) {
  const setupFiles = names.map((name) => `<rootDir>/test/support/jar/variants/${name}.ts`);
  return { ...everything, displayName, setupFiles, testMatch, testPathIgnorePatterns: ['/build/'] };
}

function variants() {
  const { jdk, newest } = findJavaTools();
  if (jdk === undefined || newest.major === jdk.major)
    return [variant('slim jar', ['slim-jar'], HOST_SUITES)];
  const name = `slim jar, JDK ${newest.major}`;
  if (newest.major < FIRST_JDK_FOR_NEWEST_HOST)
    return [variant(name, ['slim-jar', 'newest-jdk'], HOST_SUITES)];
  const slim = variant(
    `${name}, newest host`,
    ['slim-jar', 'newest-jdk', 'newest-host'],
    [...HOST_SUITES, '<rootDir>/test/jar/newest-host/*.test.ts'],
  );
  if (newest.major < FIRST_JDK_WITH_WARNINGS) return [slim];
  return [slim, variant(`JDK ${newest.major}`, ['newest-jdk'], ['<rootDir>/test/jar/newest-jdk/*.test.ts'])];
}

function without(suites) {
  // Jest replaces <rootDir> only at the beginning.
  const excluded = suites.map((suite) => `!**/test/${suite}.test.ts`);
  return { ...everything, testMatch: [...everything.testMatch, ...excluded] };
}

/** The suites that touch the host also run on other editions of the jar, other JDKs and other libraries. */
function ofRelease() {
  const suites = [...RELEASE_SUITES, ...SUITES_WITH_MORE_TOOLS];
  const testMatch = suites.map((suite) => `<rootDir>/test/${suite}.test.ts`);
  return [{ ...everything, testMatch }, ...variants()];
}

const TIERS = {
  test: () => [without([...RELEASE_SUITES, ...ON_ONE_PROXY])],
  release: ofRelease,
  changed: () => [without([...RELEASE_SUITES, ...SLOW_SUITES])],
};

export default {
  projects: TIERS[process.env['FC_TIER']]?.() ?? [without([`jar/${ONE_PROXY}`])],
  // One worker per core; Jest's default leaves one core free. With more workers, programs under load miss
  // their deadlines (test/README.md).
  maxWorkers: '100%',
  testSequencer: '<rootDir>/test/support/jest/longest-first.cjs',
  // Jest reads this option only here, not in a project.
  testTimeout: 60_000,
};
