/** Reads AsyncAPI documents from its input, and prints the results of AsyncAPI's own parser. */
import { text } from 'node:stream/consumers';
import { Parser } from '@asyncapi/parser';

async function parse(input) {
  const { document, diagnostics } = await new Parser().parse(input);
  const found = diagnostics.map(({ code, message, path, severity }) => ({
    code,
    message,
    severity,
    path: path.join('.'),
  }));
  const operations = document?.operations().all() ?? [];
  return { found, operations: operations.map((operation) => operation.id()) };
}

const documents = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await Promise.all(documents.map(parse))));
