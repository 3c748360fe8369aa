import { describe, expect, it } from '@jest/globals';
import {
  documentedLogLines,
  isSameLine,
  javaLogLines,
  programLogLines,
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

  it('are all its warnings', () => {
    const warnings = logged.filter(({ level }) => level === 'warn');
    const missing = warnings.filter((line) => !isAmong(documented, (other) => isSameLine(other, line)));
    expect(missing).toStrictEqual([]);
  });
});
