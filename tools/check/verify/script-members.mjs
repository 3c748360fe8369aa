import ts from 'typescript';
import { fromRoot } from '../../files/paths.mjs';

/** Classes that the proxy or the JDK provides. Other classes that scripts name come with the plugin. */
const PROVIDED_CLASSES = /^(?:com\.velocitypowered|com\.mojang|net\.kyori|org\.slf4j|java)\./;
const CLASS_NAME = /^[a-z]\w*(?:\.[a-z]\w*)+\.[A-Z][\w$]*$/;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Reads from the plugin's types which members of the proxy's classes the script calls. Two notations are
 * recognised: the doc tag `@java <class>` on the type of a class's instances, and a property with the quoted
 * name of a class, whose type is that class's static side (including `new`).
 * @param {string} [directory] of the types
 * @returns {string[]} one line per member, separated by tabs: class, `instance` or `static`, `class` |
 * `method` | `field` | `constructor`, name, number of arguments
 */
export function readScriptMembers(directory = fromRoot('plugin', 'types')) {
  const files = ts.sys.readDirectory(directory, ['.ts']);
  const options = { noEmit: true, strict: true, types: [], allowImportingTsExtensions: true };
  const program = ts.createProgram(files, { ...options, target: ts.ScriptTarget.ES2023 });
  const checker = program.getTypeChecker();
  const members = new Set();

  function add(className, side, type) {
    if (!PROVIDED_CLASSES.test(className)) return;
    members.add([className, side, 'class', '', 0].join('\t'));
    const addMember = (kind, name, arity) => members.add([className, side, kind, name, arity].join('\t'));
    for (const signature of type.getConstructSignatures())
      if (!isAbstract(signature)) arities(signature).forEach((arity) => addMember('constructor', '', arity));
    // `class` is not a member: in GraalJS it returns the class itself.
    const isMember = ({ name }) => !name.startsWith('__@') && name !== 'class';
    for (const property of checker.getPropertiesOfType(type).filter(isMember)) {
      const calls = checker.getTypeOfSymbol(property).getCallSignatures();
      if (calls.length === 0) addMember('field', property.name, 0);
      for (const call of calls) arities(call).forEach((arity) => addMember('method', property.name, arity));
    }
  }

  function visit(node) {
    const name = node.name;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'java');
      const className = tag && ts.getTextOfJSDocComment(tag.comment).trim().split(/\s/)[0];
      if (className !== undefined) add(className, 'instance', checker.getTypeAtLocation(name));
    }
    if (ts.isPropertySignature(node) && ts.isStringLiteral(name) && CLASS_NAME.test(name.text))
      add(name.text, 'static', checker.getTypeAtLocation(node));
    ts.forEachChild(node, visit);
  }

  for (const file of program.getSourceFiles().filter(({ fileName }) => files.includes(fileName))) visit(file);
  return [...members].sort();
}

function isAbstract({ declaration }) {
  return declaration?.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) === true;
}

/** Returns every number of arguments that a call may have, as optional parameters may be omitted. */
function arities({ parameters }) {
  const isOptional = ({ valueDeclaration }) => valueDeclaration.questionToken !== undefined;
  const isRest = ({ valueDeclaration }) => valueDeclaration.dotDotDotToken !== undefined;
  const max = parameters.filter((parameter) => !isRest(parameter)).length;
  const firstOptional = parameters.findIndex(isOptional);
  const min = Math.min(max, firstOptional < 0 ? NEVER : firstOptional);
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}
