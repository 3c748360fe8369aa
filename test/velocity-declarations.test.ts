import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { REPOSITORY } from './support/repository/repository.ts';
import { listFiles, readRepositoryFile } from './support/repository/source-files.ts';

/**
 * What the script calls of Velocity and Brigadier (`plugin/types`) is part of what the Java code is compiled
 * against (`plugin/java/velocity-api`), which `npm run verify:velocity` compares with a real proxy. Adventure
 * is compiled against its own jars.
 */
const JAVA = 'plugin/java/velocity-api';
const SCRIPT = 'plugin/types/velocity.ts';

/** A method or constructor: its name, and the number of its parameters. */
type Callable = `${string}/${number}`;

/** Of its `Audience`, which `CommandSource` extends. */
const ADVENTURE: readonly Callable[] = ['sendMessage/1'];
const DECLARED_BY_HAND = /^com\.(?:velocitypowered|mojang)\./;

/** The Java files, by the simple name of their class. */
const javaFiles = new Map(
  listFiles(JAVA, '.java').map((path) => [path.replace(/^.*\/(\w+)\.java$/, '$1'), readRepositoryFile(path)]),
);

function countParameters(list: string): number {
  const withoutTypeArguments = list.replaceAll(/<[^<>]*>/g, '').replaceAll(/<[^<>]*>/g, '');
  return withoutTypeArguments.trim() === '' ? 0 : withoutTypeArguments.replace(/,\s*$/, '').split(',').length;
}

/** Returns what a class declares and inherits. Calls in bodies do not begin with a type. */
function javaCallables(simpleName: string): Set<Callable> {
  const text = (javaFiles.get(simpleName) ?? '').replaceAll(/\/\*\*[^]*?\*\/|\/\/.*/g, '');
  const declared = text.matchAll(
    /^ +(?!return|throw|new|else)(?:[\w.<>[\], ?&]+ )?(\w+)\(([^()]*)\)\s*(?:[;{]|throws)/gm,
  );
  const own = Array.from(declared, ([, name, list = '']): Callable => `${name}/${countParameters(list)}`);
  const supertypes = [...text.matchAll(/\b(?:extends|implements) ([^{]+)\{/g)].flatMap(([, names = '']) =>
    Array.from(names.matchAll(/\w+/g), ([name]) => name),
  );
  const inherited = supertypes
    .filter((name) => name !== simpleName)
    .flatMap((name) => [...javaCallables(name)]);
  const components = /\brecord \w+\(([^)]*)\)/.exec(text)?.[1] ?? '';
  const accessors = Array.from(components.matchAll(/(\w+)\s*(?:,|$)/g), ([, name]): Callable => `${name}/0`);
  return new Set([...own, ...accessors, ...inherited]);
}

interface ScriptClass {
  readonly javaName: string;
  readonly callables: readonly Callable[];
  readonly constants: readonly string[];
}

function readMembers(javaName: string, members: readonly ts.TypeElement[]): ScriptClass {
  const simpleName = simpleNameOf(javaName);
  const callables: Callable[] = [];
  const constants: string[] = [];
  for (const member of members) {
    const name = member.name?.getText() ?? simpleName;
    if (ts.isMethodSignature(member) || ts.isConstructSignatureDeclaration(member))
      callables.push(`${name}/${member.parameters.length}`);
    else if (name !== 'class') constants.push(name);
  }
  return { javaName, callables, constants };
}

/** @param javaName of a class, or of a class in it, such as `a.B$C` */
function simpleNameOf(javaName: string): string {
  return javaName.replace(/^.*[.$]/, '');
}

function fileOf(javaName: string): string {
  return join(REPOSITORY, JAVA, `${javaName.replace(/\$.*/, '').replaceAll('.', '/')}.java`);
}

/** Returns the interfaces that name their class by `@java`, and the entries of `VelocityClasses`. */
function scriptClasses(): ScriptClass[] {
  const file = ts.createSourceFile(SCRIPT, readRepositoryFile(SCRIPT), ts.ScriptTarget.Latest, true);
  return file.statements.filter(ts.isInterfaceDeclaration).flatMap((declared) => {
    if (declared.name.text === 'VelocityClasses') return declared.members.map(readClass);
    const tag = ts.getJSDocTags(declared).find(({ tagName }) => tagName.text === 'java');
    const comment = ts.getTextOfJSDocComment(tag?.comment)?.trim();
    return comment === undefined ? [] : [readMembers(comment, [...declared.members])];
  });
}

function readClass(entry: ts.TypeElement): ScriptClass {
  if (!ts.isPropertySignature(entry) || !ts.isStringLiteral(entry.name)) throw new Error(entry.getText());
  const { text: javaName } = entry.name;
  if (entry.type !== undefined && ts.isTypeLiteralNode(entry.type))
    return readMembers(javaName, [...entry.type.members]);
  if (entry.type === undefined || !ts.isConstructorTypeNode(entry.type)) throw new Error(entry.getText());
  const callable: Callable = `${simpleNameOf(javaName)}/${entry.type.parameters.length}`;
  return { javaName, callables: [callable], constants: [] };
}

describe('the classes of the proxy that the script uses', () => {
  const classes = scriptClasses().filter(({ javaName }) => DECLARED_BY_HAND.test(javaName));

  it.each(classes.map((declared) => [declared.javaName, declared] as const))(
    '%s is declared in Java, too, with the same members',
    (javaName, { callables, constants }) => {
      expect(existsSync(fileOf(javaName))).toBe(true);
      // A class in another one is declared in the file of the other.
      const file = fileOf(javaName).replace(/^.*\/(\w+)\.java$/, '$1');
      const declared = new Set([...javaCallables(file), ...ADVENTURE]);
      expect(callables.filter((callable) => !declared.has(callable))).toEqual([]);
      const text = javaFiles.get(file) ?? '';
      expect(constants.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
    },
  );
});
