import { describe, expect, it } from '@jest/globals';
import {
  documentedLogLines,
  isSameLine,
  javaLogLines,
  programLogLines,
  scriptLogLines,
} from './support/repository/log-lines.ts';
import type { LogLine } from './support/repository/log-lines.ts';
import { readRepositoryFile } from './support/repository/source-files.ts';

const PAGES = [
  {
    page: 'docs/proxy.md',
    logged: [
      ...programLogLines('plugin/src/main.ts'),
      ...['plugin/java/bridge', 'plugin/java/api'].flatMap(javaLogLines),
    ],
  },
  { page: 'docs/operators.md', logged: programLogLines('rest-sidecar/src/main.ts') },
];

const isAmong = (lines: readonly LogLine[], wanted: (line: LogLine) => boolean): boolean =>
  lines.some(wanted);

describe.each(PAGES)('the log lines in $page', ({ page, logged }) => {
  const documented = documentedLogLines(readRepositoryFile(page));

  it('are logged by the program', () => {
    expect(documented.length).toBeGreaterThan(15);
    const stale = documented.filter((line) => !isAmong(logged, (other) => isSameLine(line, other)));
    expect(stale).toStrictEqual([]);
  });

  it('are all that it logs at info, warn and error', () => {
    const missing = logged.filter((line) => !isAmong(documented, (other) => isSameLine(other, line)));
    expect(missing).toStrictEqual([]);
  });
});

describe('a log line', () => {
  const sample = 'logger.warn(`At ${place} ` + "x"); this.#logger?.error("y", cause); redis.info("z");';

  it('is read from the code with its level and what varies', () => {
    expect(scriptLogLines('sample.ts', sample)).toStrictEqual([
      { level: 'warn', text: 'At … x' },
      { level: 'error', text: 'y: …' },
    ]);
    expect(() => scriptLogLines('sample.ts', 'logger.info(text)')).toThrow('sample.ts');
  });

  it('is the same where a value is written out, and another at another level or with other words', () => {
    const logged: LogLine = { level: 'warn', text: 'At … x' };
    expect(isSameLine({ level: 'warn', text: 'At once x' }, logged)).toBe(true);
    expect(isSameLine({ level: 'info', text: 'At once x' }, logged)).toBe(false);
    expect(isSameLine({ level: 'warn', text: 'At once y' }, logged)).toBe(false);
    expect(isSameLine({ level: 'warn', text: 'A: b' }, { level: 'warn', text: '…: …' })).toBe(false);
  });
});
