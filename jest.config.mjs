/** One configuration for every suite: real Redis and the built jar are set up once, in test/support/global-setup.ts. */
export default {
  rootDir: '.',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/build/'],
  modulePathIgnorePatterns: ['<rootDir>/test/clients/node_modules', '<rootDir>/.*/build/', '<rootDir>/.dev/'],
  watchPathIgnorePatterns: ['/build/', '/.dev/'],
  transform: { '\\.[jt]s$': '<rootDir>/test/support/esbuild-transform.cjs' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Much of the time is spent waiting for JVMs and sockets: by default Jest would leave one core of two idle.
  maxWorkers: '100%',
  testTimeout: 60_000,
  injectGlobals: false,
};
