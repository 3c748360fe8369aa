import { ExplainedError } from '../terminal/explained-error.mjs';
import { findActionlint, provideActionlint } from './actionlint.mjs';
import { findChromium, provideChromium } from './chromium.mjs';
import { findFaketime, provideFaketime } from './faketime.mjs';
import { findPackagedProgram, providePackagedProgram } from './packaged-programs.mjs';
import { findSchemathesis, provideSchemathesis } from './schemathesis.mjs';
import { findOnPath } from './find-on-path.mjs';
import { provideShells } from './shells.mjs';
import { installWhereApt } from './system-packages.mjs';

/**
 * Finds the programs that only the tests need, and installs the missing ones: a browser, schemathesis, nginx,
 * promtool, and if possible shells, systemd's checks of units, a linter of workflows, and a library that sets
 * clocks.
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<Record<string, string>>} `FC_CHROMIUM`, `FC_SCHEMATHESIS`, `FC_NGINX`, `FC_PROMTOOL`,
 * `FC_FAKETIME` and `FC_ACTIONLINT`: the paths of the programs found
 * @throws {ExplainedError} naming everything that is missing and cannot be installed, after the rest
 * was installed
 */
export async function provideTestTools(progress) {
  const problems = [];
  /** Continues after a missing program: `findTestTools` finds the others for Jest. */
  const attempt = async (work) => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ExplainedError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const chromium = await attempt(provideChromium(progress));
  const schemathesis = await attempt(provideSchemathesis(progress));
  const nginx = await attempt(providePackagedProgram(progress, 'nginx'));
  const promtool = await attempt(providePackagedProgram(progress, 'promtool'));
  const faketime = await provideFaketime(progress);
  const actionlint = await provideActionlint(progress);
  const shells = await provideShells(progress);
  if (findOnPath('systemd-analyze') === undefined) await installWhereApt(progress, ['systemd']);
  if (problems.length > 0) throw new ExplainedError(problems.join('\n'));
  const optional = [
    faketime === undefined ? 'no libfaketime (tests of clocks are skipped)' : 'libfaketime',
    actionlint === undefined
      ? 'no actionlint (the test of the workflows is skipped: install Go)'
      : 'actionlint',
    ...shells.found,
    ...shells.missing.map((name) => `no ${name} (tests of its completion are skipped: install ${name})`),
  ];
  progress.report(
    'set up, for tests',
    `Chromium ${chromium.version}, schemathesis, nginx, promtool, ${optional.join(', ')}`,
  );
  return {
    FC_CHROMIUM: chromium.path,
    FC_SCHEMATHESIS: schemathesis,
    FC_NGINX: nginx,
    FC_PROMTOOL: promtool,
    ...(faketime !== undefined && { FC_FAKETIME: faketime }),
    ...(actionlint !== undefined && { FC_ACTIONLINT: actionlint }),
  };
}

/**
 * Finds the same programs without installing any, for a Jest that is started by hand.
 * @returns {Record<string, string>} as `provideTestTools`, without the missing ones
 */
export function findTestTools() {
  const found = {
    FC_CHROMIUM: findChromium()?.path,
    FC_SCHEMATHESIS: findSchemathesis(),
    FC_NGINX: findPackagedProgram('nginx'),
    FC_PROMTOOL: findPackagedProgram('promtool'),
    FC_FAKETIME: findFaketime(),
    FC_ACTIONLINT: findActionlint(),
  };
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path !== undefined));
}
