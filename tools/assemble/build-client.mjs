/**
 * `npm run build:client`: builds only the typed client of the REST interface: the program, its types, and an
 * npm package. It needs Node and the npm packages of this repository, but no JDK, Gradle or Redis.
 */
import { buildRestClient, REST_CLIENT } from './steps/rest-client.mjs';
import { DEV_DIRECTORY } from '../files/paths.mjs';
import { withLock } from '../processes/lock.mjs';
import { setUpPackages } from '../set-up/setup.mjs';
import { runMain } from '../terminal/explained-error.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { join } from 'node:path';

await runMain(async () => {
  const progress = createProgress();
  await setUpPackages(progress);
  const build = () => progress.step('REST client', buildRestClient, (state) => state);
  const reportWait = (pid) => progress.print(`  … waiting for the build of process ${pid}`);
  await withLock(join(DEV_DIRECTORY, 'build.lock'), build, reportWait);
  const { stop } = await import('esbuild');
  await stop();
  progress.print([REST_CLIENT.program, REST_CLIENT.types, REST_CLIENT.package].join('\n'));
});
