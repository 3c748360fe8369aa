import { execFileSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { METHODS } from '../shared/feature-control/methods.ts';
import { Guard } from '../shared/rate-limit/guard.ts';
import { documentedMod, gson, LIBRARY_VERSION, sdkJar } from './mod-sdk/sdk-build.ts';
import { answerOf } from './support/fakes/answer-of.ts';
import { createAllMethods } from './support/fakes/create-all-methods.ts';
import { createDispatcher } from './support/fakes/create-dispatcher.ts';
import { ManualTime } from './support/fakes/manual-time.ts';
import { MemoryBlocklistStore } from './support/fakes/memory-blocklist-store.ts';
import { javaTool, runJavaTool } from './support/jar/java-tool.ts';
import { useTemporaryDirectory } from './support/processes/use-temporary-directory.ts';
import { fences } from './support/repository/markdown.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';

const PLAYER = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

/** The protocol of a proxy where `fly` and `minimap` are blocked. */
function createNetwork(time: ManualTime): (text: string) => Promise<string> {
  const blocklists = new MemoryBlocklistStore(['fly'], { 'my-mod': ['minimap'] });
  const methods = createAllMethods(time, { blocklists });
  const rateLimiter = new Guard(time);
  const dispatcher = createDispatcher({ methods, rateLimiter, timers: time });
  return (text) => answerOf(dispatcher, text, PLAYER);
}

describe('the packets of docs/channel.md', () => {
  const packets = fences(readRepositoryFile('docs/channel.md'))
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

/** Returns the unit test of docs/mods.md as a program, with the assertions of a test framework. */
function documentedTest(page: string): string {
  const [, section = ''] = page.split('\n## 4. Test it\n');
  const [{ text } = { text: '' }] = fences(section);
  return `package com.example;
    import io.github.featurecontrol.sdk.FakeChannel;
    import java.util.concurrent.CompletableFuture;
    class MyModTest {
      static void assertTrue(boolean value) { if (!value) throw new AssertionError(); }
      static void assertFalse(boolean value) { assertTrue(!value); }
      public static void main(String[] arguments) { ${text} }
    }`;
}

describe('the library, as docs/mods.md describes it', () => {
  const page = readRepositoryFile('docs/mods.md');
  const classes = useTemporaryDirectory();

  beforeAll(() => {
    const documented = [
      classes.write('source/MyMod.java', documentedMod(page)),
      classes.write('source/MyModTest.java', documentedTest(page)),
    ];
    const path = [sdkJar(), gson('2.2.4')].join(delimiter);
    const options = ['--release', '8', '-Xlint:-options', '-cp', path, '-d', classes.path];
    runJavaTool('javac', [...options, ...documented]);
  });

  it('has a network for unit tests, which passes the test of the page', () => {
    const path = [classes.path, sdkJar(), gson('2.2.4')].join(delimiter);
    const program = ['-cp', path, 'com.example.MyModTest'];
    expect(execFileSync(javaTool('java'), program, { encoding: 'utf8' })).toBe('');
  });

  it('names the version that is built, wherever it names one', () => {
    const versions = page.matchAll(
      /(?:feature-control-(?:mod:|maven-|mod": ">=)|['"]\[|pin\(it, ')(\d+(?:\.\d+)+)/g,
    );
    const named = Array.from(versions, ([, version]) => version);
    expect(named).toHaveLength(8);
    expect(new Set(named)).toEqual(new Set([LIBRARY_VERSION]));
  });
});
