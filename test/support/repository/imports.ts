import { posix } from 'node:path';
import ts from 'typescript';
import { parseTypeScript } from './source-files.ts';

/** A source file of the repository, or a sample of one. */
export interface SourceText {
  /** Relative to the repository's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  /** The specifier as written. */
  readonly specifier: string;
  /** For a relative import the file, relative to the repository's root; otherwise the specifier. */
  readonly target: string;
  readonly typeOnly: boolean;
}

/**
 * Returns the imports of a file: `import`, `export … from`, `import()`, `require()`, and `import('…')` in
 * types.
 */
export function readImports({ path, text }: SourceText): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean): void => {
    if (node === undefined || !ts.isStringLiteralLike(node)) return;
    const relative = node.text.startsWith('.');
    const target = relative ? posix.join(posix.dirname(path), node.text) : node.text;
    found.push({ specifier: node.text, target, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    if (ts.isCallExpression(node) && loadsModule(node.expression)) add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(parseTypeScript(path, text));
  return found;
}

function loadsModule(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
  );
}

/** Returns import cycles, each written as `a → b → a`, including type imports. */
export function findCycles(files: readonly SourceText[]): string[] {
  const targets = new Map(files.map((file) => [file.path, readImports(file).map(({ target }) => target)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles;
}
