import { describe, expect, it } from '@jest/globals';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';

/** What ARCHITECTURE.md promises of the bridge. */
const MOST_LINES = 800;
const MOST_COLUMNS = 110;

const files = listFiles('plugin/java/bridge', '.java').map(readRepositoryFile);

/** Lines of code: without comments, empty lines, imports and the package's line. */
function codeLines(java: string): string[] {
  const lines = java
    .replace(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .map((line) => line.trim());
  return lines.filter((line) => line !== '' && !/^(?:\/\/|import |package )/.test(line));
}

/** Lines on which something follows a statement or the beginning of a block. */
function packedLines(java: string): string[] {
  return codeLines(java).filter((line) => {
    const bare = line.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "''");
    return !bare.startsWith('for (') && /;\s*\S|^(?:if|else|while)\b.*[^{]$|\{\s+\S/.test(bare);
  });
}

describe('the bridge', () => {
  it(`has at most ${MOST_LINES} lines of Java`, () => {
    const count = files.flatMap(codeLines).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(MOST_LINES);
    expect(readRepositoryFile('ARCHITECTURE.md')).toContain(`at most ${MOST_LINES} lines of code`);
  });

  it(`has lines of at most ${MOST_COLUMNS} columns, with one statement on each`, () => {
    const lines = files.flatMap((java) => java.split('\n'));
    expect(lines.filter((line) => line.length > MOST_COLUMNS)).toEqual([]);
    expect(files.flatMap(packedLines)).toEqual([]);
  });

  it('is counted without comments, empty lines, imports and the package', () => {
    const java = `package a;\n\nimport b.C;\n/** Doc\n * ument. */\nclass A { // here\n  // there\n  int i;\n}\n`;
    expect(codeLines(java)).toHaveLength(3);
  });

  it('is packed where a statement stands beside another, or beside its condition', () => {
    const packed = ['a(); b();', 'if (a) b();', 'if (a) { b(); }', 'else b();'];
    const plain = ['for (int i = 0; i < 3; i++) {', 'a("; b");', 'if (a) {', '} else {', 'int[] a = {};'];
    expect(packedLines([...packed, ...plain].join('\n'))).toEqual(packed);
  });
});
