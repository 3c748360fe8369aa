import { execFileSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { METHODS } from '../shared/feature-control/methods.ts';
import { Guard } from '../shared/rate-limit/guard.ts';
import { documentedMod, gson, LIBRARY_VERSION, loaderNames, sdkJar } from './mod-sdk/sdk-build.ts';
import { answerOf } from './support/fakes/answer-of.ts';
import { createAllMethods } from './support/fakes/create-all-methods.ts';
import { createDispatcher } from './support/fakes/create-dispatcher.ts';
import { ManualTime } from './support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from './support/fakes/memory-blocklist-store.ts';
import { javaTool, runJavaTool } from './support/jar/java-tool.ts';
import { makeTemporaryDirectory } from './support/processes/temporary-directory.ts';
import type { TemporaryDirectory } from './support/processes/temporary-directory.ts';
import { fences } from './support/repository/markdown.ts';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';

const PLAYER = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
const EXAMPLE = ['mod-sdk/example', 'test/mod-sdk/example'];
/** A JVM and a compiler are started, beside other suites. */
const PATIENCE_MS = 60_000;

/** The protocol of a proxy where `fly` and `minimap` are blocked. */
function createNetwork(time: ManualTime): (text: string) => Promise<string> {
  const blocklists = new MemoryBlocklistStore(['fly'], { 'my-mod': ['minimap'] });
  const methods = createAllMethods(time, { blocklists });
  const rateLimiter = new Guard(time);
  const dispatcher = createDispatcher({ methods, rateLimiter, timers: time });
  return (text) => answerOf(dispatcher, text, PLAYER);
}

describe('the packets of docs/channel.md and docs/channel-subscribe.md', () => {
  const texts = ['docs/channel.md', 'docs/channel-subscribe.md'].map(readRepositoryFile);
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

describe('the library, as docs/mods.md describes it', () => {
  const page = readRepositoryFile('docs/mods.md');
  let classes: TemporaryDirectory;
  let printed: string[];

  beforeAll(() => {
    classes = makeTemporaryDirectory();
    const documented = classes.write('source/MyMod.java', documentedMod(page));
    const path = [sdkJar(), gson('2.2.4')].join(delimiter);
    const options = ['--release', '8', '-Xlint:-options', '-cp', path, '-d', classes.path];
    const sources = [documented, ...EXAMPLE.flatMap((folder) => listFiles(folder, '.java'))];
    runJavaTool('javac', [...options, ...sources]);
    const run = ['-cp', [classes.path, path].join(delimiter), 'ExampleTest'];
    printed = execFileSync(javaTool('java'), run, { encoding: 'utf8' }).trim().split('\n');
  }, PATIENCE_MS);

  afterAll(() => {
    classes.remove();
  });

  it('has an example that hides a minimap, its key binding, its menu entry and its hint', () => {
    expect(printed).toStrictEqual([
      'drawn [minimap], key true, bindings 1, menu [Minimap, About], hints 1',
      'drawn [], key false, bindings 0, menu [About], hints 0',
      'drawn [], key true, bindings 1, menu [Minimap, About], hints 1',
    ]);
  });

  it('has every part for a loader in its table', () => {
    const artifacts = [...page.matchAll(/`feature-control-mod-(\w+-[\d.]+)`/g)].map(([, name]) => name);
    expect(artifacts.sort()).toStrictEqual(loaderNames().sort());
  });

  it('names the version that is built, wherever it names one', () => {
    const [build = ''] = fences(page).flatMap(({ language, text }) => (language === 'groovy' ? [text] : []));
    const versions = build.match(/\b\d+\.\d+\.\d+(?=[',])/g) ?? [];
    expect(versions).toHaveLength(5);
    expect(new Set(versions)).toEqual(new Set([LIBRARY_VERSION]));
  });
});
