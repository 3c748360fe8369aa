import { createEditDocument } from '../../../../admin/server/openapi/edit-document.ts';
import type { ResponseDescription } from '../../../../node/openapi/responses.ts';
import { DocumentSchemas } from '../../../support/http/document-schemas.ts';

const document = createEditDocument();
const schemas = new DocumentSchemas(document);

/** The operations by path and by method. */
const paths = document.paths as unknown as Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>>
>;
const responses: Readonly<Record<string, ResponseDescription>> = document.components.responses;

const patterns = Object.keys(paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]*')}$`),
}));

/**
 * Fails unless the OpenAPI document of the write interface allows this response: its status, its headers and
 * its body. Requests to other paths are ignored.
 */
export function expectDocumentedEdit(
  method: string,
  target: string,
  { status, headers, body }: { readonly status: number; readonly headers: Headers; readonly body: object },
): void {
  const path = patterns.find(({ pattern }) => pattern.test(target.split('?')[0] ?? ''))?.path;
  const operation = path === undefined ? undefined : paths[path]?.[method.toLowerCase()];
  if (operation === undefined) return;
  const reference = operation.responses[status] as { readonly $ref: string } | undefined;
  const described = responses[reference?.$ref.split('/').at(-1) ?? ''];
  if (described === undefined) throw new Error(`${method} ${target} documents no status ${status}`);
  const missing = Object.entries(described.headers).flatMap(([name, { schema }]) => {
    const text = headers.get(name);
    const value = schema.type === 'integer' ? Number(text) : text;
    return text === null || schemas.problem(schema, value) !== undefined ? [`${name}: ${text}`] : [];
  });
  const schema = described.content?.['application/json']?.schema ?? {};
  const problems = [...missing, schemas.problem(schema, body) ?? []].flat();
  if (problems.length > 0) throw new Error(`${method} ${target} → ${status}: ${problems.join(', ')}`);
}
