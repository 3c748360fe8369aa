import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { importRule, syntaxRule } from './architecture-rule.ts';
import type { ArchitectureRule } from './architecture-rule.ts';
import type { Import, SourceText } from './imports.ts';
import { REPOSITORY } from './repository.ts';

const isScript = (path: string): boolean => /\.(?:tsx?|mts|mjs|cjs)$/.test(path);
const isShared = (path: string): boolean => path.startsWith('shared/') && isScript(path);
const isPlugin = (path: string): boolean => path.startsWith('plugin/') && isScript(path);
const isSidecar = (path: string): boolean => path.startsWith('rest-sidecar/') && isScript(path);
const isAdmin = (path: string): boolean => path.startsWith('admin/') && isScript(path);
const isNodePart = (path: string): boolean => path.startsWith('node/') && isScript(path);
const isProduct = (path: string): boolean =>
  isShared(path) || isPlugin(path) || isSidecar(path) || isAdmin(path) || isNodePart(path);
const isVelocity = (path: string): boolean => path.startsWith('plugin/src/velocity/');

const POLYGLOT_TYPES = '@graalvm/polyglot-types';
const isLocal = ({ specifier }: Import): boolean => specifier.startsWith('.');
const isWithin = ({ target }: Import, ...roots: string[]): boolean =>
  roots.some((root) => target.startsWith(`${root}/`));
const isNode = ({ specifier }: Import): boolean =>
  specifier.startsWith('node:') || builtinModules.includes(specifier);

const sample = (path: string, text: string): SourceText => ({ path, text });

/**
 * Files that may send HTTP requests without test/support/http/http.ts: tests that send them to something
 * other than the public interface (the operators' listener, a test application, the sidecar under thousands
 * of requests a second), the modules that send requests for the tests, and those that forward them (a
 * recording proxy and nginx).
 */
const SENDS_HTTP =
  /^test\/(?:support\/http\/(?:http|documented-fetch|recording-proxy|nginx)|rest-sidecar\/(?:processes\.test|nginx\.test|operators\/operators-under-test|http\/unread-requests\.test|platform-workarounds\/express-prototypes\.test)|faults\/(?:redis-acl\.test|matrix\/sidecar-afterwards))\.ts$/;

/**
 * Keys of the Redis contract, without the prefix; the prefix `fc:` alone is not a key, and neither is
 * `fc:features`, a name of the channel.
 */
const REDIS_KEY = /^fc:(?!features$).|\b(?:blocklist|catalogue|ratelimit|votes|token):|^coins-trades$/;

function textOf(node: ts.Node): string | undefined {
  const isText =
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isText ? node.text : undefined;
}

export const RULES: readonly ArchitectureRule[] = [
  importRule(
    'shared imports only itself, and the types of json-schema-to-ts',
    isShared,
    (taken) =>
      !(isLocal(taken)
        ? isWithin(taken, 'shared')
        : taken.specifier === 'json-schema-to-ts' && taken.typeOnly),
    [
      sample('shared/a.ts', "import { b } from '../plugin/src/b.ts';"),
      sample('shared/redis/a.ts', "import { Redis } from 'ioredis';"),
      sample('shared/a.ts', "import { asConst } from 'json-schema-to-ts';"),
      sample('shared/a.ts', "type A = import('../rest-sidecar/src/a.ts').A;"),
    ],
  ),
  importRule(
    'the plugin imports only itself, shared, and npm packages that can be bundled',
    isPlugin,
    (taken) =>
      isLocal(taken)
        ? !isWithin(taken, 'plugin', 'shared')
        : isNode(taken) || /^(?:express|ioredis)$/.test(taken.specifier),
    [
      sample('plugin/src/a.ts', "import { b } from '../../rest-sidecar/src/b.ts';"),
      sample('plugin/src/a.ts', "import type { B } from '../../test/b.ts';"),
      sample('plugin/src/a.ts', "import express from 'express';"),
    ],
  ),
  importRule(
    'the sidecar imports only itself, node, shared, Node and npm packages',
    isSidecar,
    (taken) => isLocal(taken) && !isWithin(taken, 'rest-sidecar', 'node', 'shared'),
    [
      sample('rest-sidecar/src/a.ts', "import { b } from '../../plugin/src/b.ts';"),
      sample('rest-sidecar/src/a.ts', "const b = await import('../../test/b.ts');"),
    ],
  ),
  importRule(
    'admin imports only itself, node, shared, Node and npm packages',
    isAdmin,
    (taken) => isLocal(taken) && !isWithin(taken, 'admin', 'node', 'shared'),
    [sample('admin/cli/a.ts', "import { b } from '../../rest-sidecar/src/b.ts';")],
  ),
  importRule(
    'node imports only itself, shared, Node and npm packages',
    isNodePart,
    (taken) => isLocal(taken) && !isWithin(taken, 'node', 'shared'),
    [sample('node/a.ts', "import { b } from '../admin/server/b.ts';")],
  ),
  importRule(
    'neither shared nor the plugin imports a module of Node',
    (path) => isShared(path) || isPlugin(path),
    isNode,
    [
      sample('shared/a.ts', "import { readFileSync } from 'node:fs';"),
      sample('plugin/src/a.ts', "const path = require('path');"),
      sample('plugin/src/a.ts', "export * from 'node:url';"),
    ],
  ),
  importRule(
    'tools do not import tests',
    (path) => path.startsWith('tools/') && isScript(path),
    (taken) => isWithin(taken, 'test'),
    [
      sample('tools/start/start.mjs', "import { startHost } from '../../test/host-process.mjs';"),
      sample('tools/measure/a.mjs', "const lists = require('../../test/scale/lists.cjs');"),
      sample('tools/test/e2e.mjs', "const { check } = await import('../../test/e2e/check.mjs');"),
    ],
  ),
  importRule(
    'relative imports name an existing file, with its extension',
    (path) => isScript(path),
    (taken) => isLocal(taken) && !existsSync(join(REPOSITORY, taken.target)),
    [sample('test/a.ts', "import { b } from './b';"), sample('shared/a.ts', "export { b } from '../b';")],
  ),
  importRule(
    'polyglot types are imported only in plugin/src/velocity',
    (path) => isProduct(path) && !isVelocity(path) && !path.startsWith('plugin/types/'),
    (taken) => taken.specifier.startsWith(POLYGLOT_TYPES),
    [sample('plugin/src/main.ts', `import type { A } from '${POLYGLOT_TYPES}';`)],
  ),
  syntaxRule(
    'Java types are used only in plugin/src/velocity',
    (path) => isProduct(path) && !isVelocity(path) && !path.startsWith('plugin/types/'),
    (node) =>
      ts.isPropertyAccessExpression(node) && /^(?:Java|Polyglot|Packages)$/.test(node.expression.getText())
        ? node.getText()
        : undefined,
    [
      sample('plugin/src/main.ts', "const List = Java.type('java.util.List');"),
      sample('shared/a.ts', 'Polyglot.import(x);'),
    ],
  ),
  syntaxRule(
    'keys of Redis are defined only in shared/redis/redis-keys.ts',
    (path) => isProduct(path) && path !== 'shared/redis/redis-keys.ts',
    (node) => (REDIS_KEY.test(textOf(node) ?? '') ? `contains the key ${node.getText()}` : undefined),
    [
      sample('shared/a.ts', "const key = prefix + 'blocklist:global';"),
      sample('rest-sidecar/src/a.ts', 'const key = `${prefix}votes:${id}`;'),
      sample('plugin/src/a.ts', "const key = 'fc:server:lobby';"),
      sample('rest-sidecar/src/a.ts', "const key = prefix + 'coins-trades';"),
    ],
  ),
  syntaxRule(
    'tests send requests with test/support/http/http.ts, which compares each response with the OpenAPI document',
    (path) => /^test\/.*\.ts$/.test(path) && !SENDS_HTTP.test(path),
    (node) => {
      const isFetch = ts.isCallExpression(node) && node.expression.getText() === 'fetch';
      const importsRequest =
        ts.isImportSpecifier(node) && /^(?:request|get)$/.test((node.propertyName ?? node.name).text);
      return isFetch || (importsRequest && importsHttp(node)) ? node.getText() : undefined;
    },
    [
      sample('test/rest-sidecar/a.test.ts', 'const response = await fetch(url);'),
      sample('test/e2e/a.test.ts', "import { get as ask } from 'node:http';"),
    ],
  ),
  syntaxRule(
    'modules have no state: all variables outside functions are constants',
    isProduct,
    (node) => {
      const isVariable = ts.isVariableStatement(node) && ts.isSourceFile(node.parent);
      return isVariable && !(node.declarationList.flags & ts.NodeFlags.Const) && !isAmbient(node)
        ? node.getText()
        : undefined;
    },
    [
      sample('shared/a.ts', 'let count = 0;'),
      sample('rest-sidecar/src/a.ts', 'export var cache = new Map();'),
    ],
  ),
  syntaxRule(
    'exports are named, and no file re-exports all of another',
    isProduct,
    (node) => {
      const isDefault =
        ts.isExportAssignment(node) ||
        (ts.canHaveModifiers(node) && hasModifier(node, ts.SyntaxKind.DefaultKeyword));
      const isBarrel = ts.isExportDeclaration(node) && node.exportClause === undefined;
      return isDefault || isBarrel ? node.getText().split('\n')[0] : undefined;
    },
    [
      sample('shared/a.ts', 'export default class A {}'),
      sample('shared/a.ts', 'export default 5;'),
      sample('shared/a.ts', "export * from './b.ts';"),
    ],
  ),
  syntaxRule(
    'names describe a purpose, without vague words such as Helper or Manager',
    isProduct,
    (node) =>
      isNamedThing(node) && VAGUE_NAME.test(node.name?.getText() ?? '') ? node.name?.getText() : undefined,
    [
      sample('shared/a.ts', 'export class BlocklistManager {}'),
      sample('plugin/src/a.ts', 'export interface IBlocklist {}'),
      sample('rest-sidecar/src/a.ts', 'function parseUtil() {}'),
    ],
  ),
];

function importsHttp(node: ts.ImportSpecifier): boolean {
  const from = node.parent.parent.parent.moduleSpecifier;
  return ts.isStringLiteral(from) && /^(?:node:)?https?$/.test(from.text);
}

const VAGUE_NAME = /(?:Manager|Helper|Helpers|Util|Utils|Impl|Base|Common|Info)$|^I[A-Z][a-z]/;

function isNamedThing(
  node: ts.Node,
): node is ts.ClassDeclaration | ts.InterfaceDeclaration | ts.FunctionDeclaration | ts.TypeAliasDeclaration {
  return (
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  );
}

function hasModifier(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false;
}

function isAmbient(node: ts.VariableStatement): boolean {
  return hasModifier(node, ts.SyntaxKind.DeclareKeyword) || node.getSourceFile().isDeclarationFile;
}
