import { describe, expect, it } from '@jest/globals';
import { listFiles, readRepositoryFile } from '../support/repository/source-files.ts';

/** The limits that ARCHITECTURE.md promises for the bridge. */
const MAX_LINES = 800;
const MAX_COLUMNS = 110;

const files = listFiles('plugin/java/bridge', '.java').map(readRepositoryFile);

/** Returns the lines of code, without comments, empty lines, imports and the package declaration. */
function codeLines(java: string): string[] {
  const lines = java
    .replace(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .map((line) => line.trim());
  return lines.filter((line) => line !== '' && !/^(?:\/\/|import |package )/.test(line));
}

/**
 * Returns the lines with more than one statement, or with a statement after a condition or an opening brace.
 */
function packedLines(java: string): string[] {
  return codeLines(java).filter((line) => {
    const bare = line.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "''");
    return !bare.startsWith('for (') && /;\s*\S|^(?:if|else|while)\b.*[^{]$|\{\s+\S/.test(bare);
  });
}

describe('the bridge', () => {
  it(`has at most ${MAX_LINES} lines of Java`, () => {
    const count = files.flatMap(codeLines).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(MAX_LINES);
    expect(readRepositoryFile('ARCHITECTURE.md')).toContain(`at most ${MAX_LINES} lines of code`);
  });

  it(`has lines of at most ${MAX_COLUMNS} columns, with one statement on each`, () => {
    const lines = files.flatMap((java) => java.split('\n'));
    expect(lines.filter((line) => line.length > MAX_COLUMNS)).toEqual([]);
    expect(files.flatMap(packedLines)).toEqual([]);
  });

  it('is counted without comments, empty lines, imports and the package', () => {
    const java = `package a;\n\nimport b.C;\n/** Doc\n * ument. */\nclass A { // here\n  // there\n  int i;\n}\n`;
    expect(codeLines(java)).toHaveLength(3);
  });

  it('is packed if a line has two statements, or a statement after its condition', () => {
    const packed = ['a(); b();', 'if (a) b();', 'if (a) { b(); }', 'else b();'];
    const plain = ['for (int i = 0; i < 3; i++) {', 'a("; b");', 'if (a) {', '} else {', 'int[] a = {};'];
    expect(packedLines([...packed, ...plain].join('\n'))).toEqual(packed);
  });
});
