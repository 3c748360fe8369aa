import { describe, expect, it } from '@jest/globals';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';

/** What ARCHITECTURE.md promises of the bridge. */
const MOST_LINES = 630;

/** Lines of code: without comments, empty lines, imports and the package's line. */
function countCodeLines(java: string): number {
  const lines = java
    .replace(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .map((line) => line.trim());
  return lines.filter((line) => line !== '' && !/^(?:\/\/|import |package )/.test(line)).length;
}

describe('the bridge', () => {
  it(`has at most ${MOST_LINES} lines of Java`, () => {
    const files = listFiles('plugin/java/bridge', '.java');
    const count = files.reduce((sum, path) => sum + countCodeLines(readRepositoryFile(path)), 0);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(MOST_LINES);
    expect(readRepositoryFile('ARCHITECTURE.md')).toContain(`at most ${MOST_LINES} lines of code`);
  });

  it('is counted without comments, empty lines, imports and the package', () => {
    const java = `package a;\n\nimport b.C;\n/** Doc\n * ument. */\nclass A { // here\n  // there\n  int i;\n}\n`;
    expect(countCodeLines(java)).toBe(3);
  });
});
