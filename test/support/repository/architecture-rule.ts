import ts from 'typescript';
import { readImports } from './imports.ts';
import type { Import, SourceText } from './imports.ts';
import { parseTypeScript } from './source-files.ts';

/** A rule that source files must not break. */
export interface ArchitectureRule {
  readonly title: string;
  /** Whether the rule applies to a file. */
  readonly binds: (path: string) => boolean;
  /** The violations in a file, one line each. */
  readonly violations: (file: SourceText) => string[];
  /** Sample files that break the rule, which prove that it can fail. */
  readonly broken: readonly SourceText[];
}

/** Creates a rule about imports: an import for which `forbids` returns true is a violation. */
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

/** Creates a rule about the syntax tree: each text that is returned for a node is a violation. */
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
