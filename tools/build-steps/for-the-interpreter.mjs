import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How scripts for GraalJS are bundled, which knows neither Node nor a browser, and on a stock JVM interprets: the fewer steps, the better. The names stay. */
export const FOR_THE_INTERPRETER = {
  platform: 'neutral',
  target: 'es2023',
  format: 'esm',
  minifySyntax: true,
  plugins: [
    {
      name: 'private-names-as-properties',
      setup(build) {
        build.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
          contents: await privateNamesAsProperties(readFileSync(path, 'utf8'), path),
          loader: 'ts',
        }));
      },
    },
  ],
};

/** What decides about the bundle beside the options. */
export const INTERPRETER_RECIPE = fileURLToPath(import.meta.url);

/**
 * Makes `#name` an ordinary property, `$name`: an interpreter looks up a private name in the scope and then in the object each time it is used, which is about a tenth of
 * all that it does. Nobody can tell, as the compiler has held everybody to the private names already.
 * @param {string} source in TypeScript
 * @param {string} path for errors
 * @returns {Promise<string>} as long as `source`, so that positions stay what they are
 * @throws {Error} where somebody could tell: a class that extends another, `#name in`, or a `$name` that is there already
 */
export async function privateNamesAsProperties(source, path) {
  const { default: ts } = await import('typescript');
  const privates = [];
  const names = new Set();
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true);
  visit(file);
  const problem = privates.map(problemWith).find((found) => found !== undefined);
  if (problem !== undefined) throw new Error(`${path}: ${problem}`);
  const ends = [...privates.map((node) => node.getStart(file)), source.length];
  return (
    source.slice(0, ends[0]) +
    privates.map((_, at) => `$${source.slice(ends[at] + 1, ends[at + 1])}`).join('')
  );

  function visit(node) {
    if (ts.isPrivateIdentifier(node)) privates.push(node);
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  }

  function problemWith({ text, parent }) {
    if (ts.isBinaryExpression(parent)) return `"${text} in" cannot be told of a property`;
    if (names.has(`$${text.slice(1)}`)) return `$${text.slice(1)} stands beside ${text}`;
    const isInherited = ts.isClassElement(parent) && parent.parent.heritageClauses?.some(isExtends);
    return isInherited ? `${text} could be the name of a class above` : undefined;
  }

  function isExtends({ token }) {
    return token === ts.SyntaxKind.ExtendsKeyword;
  }
}
