import { describe, expect, it } from '@jest/globals';
import { operations } from '../shared/rest/operations.ts';
import { GENERATORS } from './release/generators/clients.ts';
import { startSidecarWithExampleData } from './support/example-data.ts';
import { openPage, startBrowser } from './support/http/browser.ts';
import { ask } from './support/http/http.ts';
import type { HttpResponse } from './support/http/http.ts';
import { fences, shellLines, shellWords } from './support/repository/markdown.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';
import { useStarted } from './support/use-started.ts';

const DOCUMENT = readRepositoryFile('docs/rest-api.md');
const ORIGIN = 'http://localhost:8080';

interface Example {
  readonly command: string;
  /** The answer that the document shows below it, if any. */
  readonly shown: { readonly language: string; readonly text: string } | undefined;
}

/** Each `curl` with its answer: commands stand together, their answers after them in the same order. */
function examples(): Example[] {
  const all = fences(DOCUMENT);
  return all.flatMap(({ language, text }, index) => {
    if (language !== 'sh') return [];
    const rest = all.slice(index + 1);
    const end = rest.findIndex((fence) => !/^(?:json|http)$/.test(fence.language));
    const answers = end < 0 ? rest : rest.slice(0, end);
    const commands = shellLines(`\`\`\`sh\n${text}\`\`\``).filter((line) => line.startsWith('curl '));
    return commands.map((command, at) => ({ command, shown: answers[at] }));
  });
}

describe('docs/rest-api.md', () => {
  const sidecar = useStarted(startSidecarWithExampleData);

  /** The request that `curl` would send, for the options that the document uses. */
  async function curl(command: string): Promise<HttpResponse> {
    const [, ...words] = shellWords(command);
    const headers: Record<string, string> = {};
    let target = '';
    for (let word = words.shift(); word !== undefined; word = words.shift()) {
      const [name = '', value = ''] = (word === '-H' ? (words.shift() ?? '') : '').split(': ');
      if (word === '-H') headers[name] = value;
      else if (word === '--compressed') headers['Accept-Encoding'] = 'gzip';
      else if (word.startsWith(ORIGIN)) target = word.slice(ORIGIN.length);
      else if (word !== '-i') throw new Error(`${word} is not known here`);
    }
    return await ask(sidecar.origin, target, { headers });
  }

  it('names every tested generator of clients, with its version [G78]', () => {
    const [, section = ''] = DOCUMENT.split('## Generated clients\n');
    const rows = [...section.matchAll(/^\| ([^|]+?) +\| (\d[\d.]+) +\|/gm)];
    expect(rows.map(([, name]) => name)).toEqual(GENERATORS.map(({ name }) => name));
    const pinned = ['tools/set-up/client-generators.mjs', 'test/web-tools/package.json']
      .map(readRepositoryFile)
      .join('');
    for (const [, , version = ''] of rows) expect(pinned).toContain(version);
  });

  it('has an example of each operation', () => {
    const asked = new Set(examples().map(({ command }) => /\/v1\/[a-z-]+/.exec(command)?.[0]));
    const offered = Object.values(operations).map(({ path }) => path);
    expect([...asked].sort()).toStrictEqual(offered.sort());
  });

  it.each(examples())('shows what is answered to $command', async ({ command, shown }) => {
    const response = await curl(command);
    if (shown?.language === 'json')
      expect(withoutNumbers(response.json)).toStrictEqual(withoutNumbers(JSON.parse(shown.text)));
    for (const line of shown?.language === 'http' ? shown.text.trim().split('\n') : []) {
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(line) ?? [];
      const [name = '', value = ''] = line.split(': ');
      if (status !== undefined) expect(response.status).toBe(Number(status));
      else expect(response.headers[name.toLowerCase()]).toMatch(patternOf(value));
    }
  });

  it('names the Cache-Control that is sent', async () => {
    const { headers } = await ask(sidecar.origin, '/v1/events');
    expect(DOCUMENT).toContain(`\`${headers['cache-control'] ?? ''}\``);
  });

  it('has scripts that run in a browser', async () => {
    const browser = await startBrowser();
    const observed = await openPage(browser, sidecar.origin);
    const messages: string[] = [];
    observed.page.on('console', (message) => messages.push(message.text()));
    for (const { text } of fences(DOCUMENT).filter(({ language }) => language === 'js')) {
      await observed.page.evaluate(`(async () => {${text.replaceAll(ORIGIN, sidecar.origin)}})()`);
    }
    expect(messages).toStrictEqual([
      'How large should the islands be? [100 blocks: 8, 200 blocks: 19]',
      'Survival',
    ]);
    expect(await observed.problems()).toStrictEqual([]);
    await browser.close();
  });
});

/** Times and rates differ from run to run. */
function withoutNumbers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, field: unknown) => (typeof field === 'number' ? 0 : field)));
}

/** `…` stands for anything. */
function patternOf(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.+')}$`);
}
