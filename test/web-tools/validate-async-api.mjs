/**
 * Reads an AsyncAPI document from its input, and prints the result of AsyncAPI's own parser.
 */
import { text } from 'node:stream/consumers';
import { Parser } from '@asyncapi/parser';

const { document, diagnostics } = await new Parser().parse(await text(process.stdin));
const found = diagnostics.map(({ code, message, path, severity }) => ({
  ...{ code, message, severity },
  path: path.join('.'),
}));
const operations = document?.operations().all() ?? [];
process.stdout.write(JSON.stringify({ found, operations: operations.map((operation) => operation.id()) }));
