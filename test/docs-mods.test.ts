import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { METHODS } from '../shared/feature-control/methods.ts';
import { Dispatcher } from '../shared/protocol/dispatcher.ts';
import { MemoryRateLimiter } from '../shared/rate-limit/memory-rate-limiter.ts';
import { answerOf } from './support/fakes/answer-of.ts';
import { createAllMethods } from './support/fakes/create-all-methods.ts';
import { ManualTime } from './support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from './support/fakes/memory-blocklist-store.ts';
import { RecordingLogger } from './support/fakes/recording-logger.ts';
import { makeTemporaryDirectory } from './support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from './support/processes/temporary-directory.ts';
import { fences } from './support/repository/markdown.ts';
import { REPOSITORY } from './support/repository/repository.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';
import { standInBuild } from './velocity-stand-in/stand-in.ts';

const PLAYER = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
const SOURCES = ['docs/examples/FeatureCheck.java', 'test/support/mod/AskingMod.java'];
/** A JVM and a compiler are started, beside other suites. */
const PATIENCE_MS = 60_000;

/** The protocol of a proxy where `fly` and `minimap` are blocked. */
function createNetwork(time: ManualTime): (text: string) => Promise<string> {
  const blocklists = new MemoryBlocklistStore(['fly'], { 'my-mod': ['minimap'] });
  const methods = createAllMethods(blocklists, time);
  const rateLimiter = new MemoryRateLimiter(time);
  const dispatcher = new Dispatcher({ methods, rateLimiter, timers: time, logger: new RecordingLogger() });
  return (text) => answerOf(dispatcher, text, PLAYER);
}

describe('the packets of docs/mods.md and docs/channel-subscribe.md', () => {
  const texts = ['docs/mods.md', 'docs/channel-subscribe.md'].map(readRepositoryFile);
  const packets = fences(texts.join('\n'))
    .filter(({ language }) => language === 'json')
    .map(({ text }) => JSON.parse(text) as { readonly method?: string });

  it.each(METHODS)('for $name are a request, its answer, and its refusal', async ({ name, limit }) => {
    const first = packets.findIndex(({ method }) => method === name);
    expect(first).not.toBe(-1);
    const [request, answer, refusal] = packets.slice(first);
    const time = new ManualTime();
    const ask = createNetwork(time);
    const text = JSON.stringify(request);
    for (let asked = 0; asked < limit.maxRequests; asked += 1)
      expect(JSON.parse(await ask(text))).toStrictEqual(answer);
    time.advance(3000);
    expect(JSON.parse(await ask(text))).toStrictEqual(refusal);
  });
});

describe('docs/examples/FeatureCheck.java', () => {
  let classes: TemporaryDirectory;
  let classPath: string;
  let mod: ChildProcessWithoutNullStreams;
  let answers: AsyncIterator<string>;
  let time: ManualTime;
  let ask: (text: string) => Promise<string>;

  beforeAll(async () => {
    classes = makeTemporaryDirectory();
    ({ classPath } = await standInBuild());
    const options = ['--release', '8', '-Xlint:-options', '-cp', classPath, '-d', classes.path];
    execFileSync(tool('javac'), [...options, ...SOURCES], { cwd: REPOSITORY, stdio: 'pipe' });
  }, PATIENCE_MS);

  afterAll(() => {
    classes.remove();
  });

  beforeEach(() => {
    time = new ManualTime();
    ask = createNetwork(time);
    const path = [classes.path, classPath].join(delimiter);
    const options = ['-XX:TieredStopAtLevel=1', '-Dfile.encoding=UTF-8', '-cp', path];
    mod = spawn(tool('java'), [...options, 'AskingMod', 'fly', 'minimap', 'speed']);
    answers = createInterface({ input: mod.stdout })[Symbol.asyncIterator]();
  });

  afterEach(async () => {
    mod.stdin.end();
    await once(mod, 'close');
  });

  async function say(line: string): Promise<string> {
    mod.stdin.write(`${line}\n`);
    return String((await answers.next()).value);
  }

  const tick = () => say(`tick ${time.monotonicMs()}`);
  const hidden = async () => [await say('hides fly'), await say('hides minimap'), await say('hides speed')];

  it('asks where the channel is announced and JoinGame has come, and hides what is blocked', async () => {
    expect(await say('unannounced 0')).toBe('');
    expect(await say('not-in-game 0')).toBe('');
    await say(`receive ${await ask(await tick())}`);
    expect(await hidden()).toStrictEqual(['true', 'true', 'false']);
  });

  it('asks once, and again when a feature is about to be enabled, but for 10 seconds', async () => {
    await say(`receive ${await ask(await tick())}`);
    time.advance(60_000);
    expect(await tick()).toBe('');
    await say('ask-again');
    const answer = await ask(await tick());
    expect(JSON.parse(answer)).toMatchObject({ ok: true });
    await say(`receive ${answer}`);
    await say('ask-again');
    time.advance(10_000);
    expect(await tick()).toBe('');
  });

  it('asks again where another mod of the player was quicker, and where no answer came', async () => {
    await ask('{"id":"1","method":"checkFeatures","payload":{"client":"another","features":[]}}');
    const refusal = await ask(await tick());
    expect(JSON.parse(refusal)).toMatchObject({ error: 'RATE_LIMITED' });
    await say(`receive ${refusal}`);
    time.advance(10_500);
    expect(await tick()).not.toBe('');
    time.advance(10_500);
    await say(`receive ${await ask(await tick())}`);
    expect(await hidden()).toStrictEqual(['true', 'true', 'false']);
  });

  it('believes no answer but the one that it waits for, and forgets with the network', async () => {
    await tick();
    for (const other of ['{"id":"2","ok":true,"payload":{"blocklist":["fly"]}}', '{"event":"x"}', '[', '""'])
      await say(`receive ${other}`);
    expect(await hidden()).toStrictEqual(['false', 'false', 'false']);
    time.advance(10_500);
    await say(`receive ${await ask(await tick())}`);
    await say('forget');
    expect(await hidden()).toStrictEqual(['false', 'false', 'false']);
  });
});

function tool(name: string): string {
  const { JAVA_HOME } = process.env;
  return JAVA_HOME === undefined ? name : join(JAVA_HOME, 'bin', name);
}
