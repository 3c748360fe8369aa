import ts from 'typescript';
import { readImports } from './imports.ts';
import type { Import, SourceText } from './imports.ts';
import { parseTypeScript } from './source-files.ts';

/** Something that no source file may do. */
export interface ArchitectureRule {
  readonly title: string;
  /** Which files it binds. */
  readonly binds: (path: string) => boolean;
  /** What a file does against it, one line each. */
  readonly violations: (file: SourceText) => string[];
  /** Files that break it: without them, nobody knows that the rule can fail. */
  readonly broken: readonly SourceText[];
}

/** A rule about imports: whatever `forbids` says yes to is a violation. */
export function importRule(
  title: string,
  binds: (path: string) => boolean,
  forbids: (taken: Import, path: string) => boolean,
  broken: readonly SourceText[],
): ArchitectureRule {
  const violations = (file: SourceText): string[] =>
    readImports(file)
      .filter((taken) => forbids(taken, file.path))
      .map(({ specifier }) => `${file.path} imports ${specifier}`);
  return { title, binds, violations, broken };
}

/** A rule about the syntax tree: a text returned for a node is a violation. */
export function syntaxRule(
  title: string,
  binds: (path: string) => boolean,
  describe: (node: ts.Node) => string | undefined,
  broken: readonly SourceText[],
): ArchitectureRule {
  const violations = (file: SourceText): string[] => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const what = describe(node);
      if (what !== undefined) found.push(`${file.path}: ${what}`);
      ts.forEachChild(node, visit);
    };
    visit(parseTypeScript(file.path, file.text));
    return found;
  };
  return { title, binds, violations, broken };
}
