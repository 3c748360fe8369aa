/**
 * `npm run screenshots`: takes the screenshots of the console for the documents, and saves them in
 * `docs/images/` or in the given folder.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from '../assemble/build.mjs';
import { ConsolePrograms } from './console/console-programs.mjs';
import { beatForAnHour, editExampleNetwork, fillExampleNetwork } from './console/example-network.mjs';
import { fromRoot } from '../files/paths.mjs';
import { setUp } from '../set-up/setup.mjs';
import { createProgress } from '../terminal/progress.mjs';
import { runTool } from '../terminal/run-tool.mjs';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 760 };

/** Screenshots by file name. */
const SHOTS = {
  'console-lists': { route: '#/lists/global', viewport: WIDE, scheme: 'light' },
  'console-network-dark': { route: '#/network', viewport: WIDE, scheme: 'dark' },
  'console-explain': { route: '#/explain/labymod/minimap.radar', viewport: WIDE, scheme: 'light' },
  'console-phone': { route: '#/lists/global', viewport: PHONE, scheme: 'light' },
};

const HELP = `npm run screenshots [-- <folder> [<name> …]]

Takes the screenshots of the console for the documents, and saves them in that folder, docs/images by default.
Names: ${Object.keys(SHOTS).join(', ')}; all of them by default.`;

async function run([folder = fromRoot('docs', 'images'), ...names]) {
  const progress = createProgress();
  const env = await setUp(progress);
  const { sidecar } = await buildAll(progress, env);
  mkdirSync(folder, { recursive: true });
  const programs = new ConsolePrograms();
  try {
    await programs.start({ redisServer: env['FC_REDIS_SERVER'], sidecar });
    let beat = async () => undefined;
    await progress.step('example network with an hour of history', async () => (beat = await fill(programs)));
    for (const [name, shot] of Object.entries(SHOTS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      await beat();
      await progress.step(name, async () => await take(programs, join(folder, `${name}.png`), shot));
    }
  } finally {
    await programs.end();
  }
}

async function fill(programs) {
  const { keys, redis, url } = programs;
  await fillExampleNetwork(redis, keys);
  await editExampleNetwork(new URL(url).origin, async (name) => await programs.issueToken(name));
  return await beatForAnHour(redis, keys);
}

async function take(programs, path, { route, viewport, scheme }) {
  const token = await programs.issueToken('Ada');
  const page = await programs.browser.newPage({ viewport, colorScheme: scheme, locale: 'en-GB' });
  await page.goto(programs.url + route);
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('[data-state=live]').waitFor();
  await page.waitForTimeout(1200);
  await page.screenshot({ path, animations: 'disabled' });
  await page.close();
}

await runTool({ help: HELP, allowPositionals: true, read: (_, positionals) => positionals, run });
