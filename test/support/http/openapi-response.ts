import type { HeaderDescriptions } from '../../../node/openapi/response-headers.ts';
import type { ResponseDescription } from '../../../node/openapi/responses.ts';
import { SchemaComponents } from '../../../node/openapi/schema-components.ts';
import { createOpenApiDocument } from '../../../rest-sidecar/src/openapi/open-api-document.ts';
import { describeSharedResponses } from '../../../rest-sidecar/src/openapi/shared-responses.ts';
import { DocumentSchemas } from './document-schemas.ts';
import type { HttpResponse } from './http-response.ts';
import { alwaysHeaders, OTHER_RESPONSES } from './undescribed-responses.ts';

/** Headers of HTTP that Node adds to any response, and headers that are compared with the content. */
const HTTP_HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
/** Paths that are served in addition to the operations. Only their errors are described. */
const OTHER_PATHS = /^\/(?:openapi\.json|channel\.schema\.json|docs(?:\/.*)?)$/;
/** Statuses with which the HTTP server rejects requests before they reach a route. */
const REFUSALS = new Set([408, 413, 417, 501, 505]);
const TOO_LONG = new Set([414, 431]);

const document = createOpenApiDocument();
const responses = { ...describeSharedResponses(new SchemaComponents()), ...OTHER_RESPONSES };
type ResponseName = keyof typeof responses;
const schemas = new DocumentSchemas(document);

/**
 * Fails unless the OpenAPI document allows this response: its status, every header, its media type and its
 * body.
 * @throws {Error} that lists the differences
 */
export function expectDocumented(response: HttpResponse): void {
  const { method, target, status, text } = response;
  const problems = problemsOf(response);
  if (problems.length === 0) return;
  const request = `${method ?? 'an unreadable request'} ${target.slice(0, 200)}`;
  throw new Error(
    `Not as documented: ${request} → ${status}\n${problems.join('\n')}\n${text.slice(0, 500)}`.trimEnd(),
  );
}

function problemsOf(response: HttpResponse): string[] {
  const { method, target, status } = response;
  const path = target.split('?')[0] ?? '';
  const operation = operationOf(target, path);
  const isRead = method === 'GET' || method === 'HEAD';
  const isToServer = method === 'OPTIONS' && path === '*';
  if (status === 302 && /^\/(?:v1)?$/.test(path) && isRead) return compare(response, 'ToPage');
  if (status === 500) return compare(response, 'Failure');
  if (TOO_LONG.has(status)) return compare(response, 'TooLong');
  if (REFUSALS.has(status) || (method === undefined && status === 400))
    return compare(response, 'RefusedRequest');
  if (method === undefined) return expectStatus(response, 405, 'WrongMethod');
  if (operation === undefined && !isToServer && !OTHER_PATHS.test(path))
    return expectStatus(response, 404, 'UnknownPath');
  if (method === 'OPTIONS') return expectStatus(response, 204, 'Options');
  if (!isRead) return expectStatus(response, 405, 'WrongMethod');
  if (operation === undefined) return [];
  const described = operation.responses[status];
  if (described === undefined) return [`${operation.operationId} documents no status ${status}`];
  return '$ref' in described
    ? compare(response, described.$ref.split('/').at(-1) as ResponseName)
    : differences(response, described);
}

/** Requests with the parameter that changes the type of the body have a description of their own (G78). */
function operationOf(target: string, path: string) {
  const selection = document.paths[path.replace('/v1/', '/{version}/')]?.get;
  const query = new URLSearchParams(target.slice(path.length));
  const isSelection = selection?.parameters.some(
    ({ in: place, name }) => place === 'query' && query.has(name),
  );
  return isSelection === true && path.startsWith('/v1/') ? selection : document.paths[path]?.get;
}

function expectStatus(response: HttpResponse, status: number, name: ResponseName): string[] {
  return response.status === status ? compare(response, name) : [`the status must be ${status}`];
}

function compare(response: HttpResponse, name: ResponseName): string[] {
  return differences(response, responses[name]);
}

function differences(response: HttpResponse, described: ResponseDescription): string[] {
  return [
    ...headerProblems(response.headers, { ...alwaysHeaders, ...described.headers }),
    ...bodyProblems(response, described),
  ];
}

function headerProblems(headers: HttpResponse['headers'], described: HeaderDescriptions): string[] {
  const byName = new Map(Object.entries(described).map(([name, header]) => [name.toLowerCase(), header]));
  const present = Object.keys(headers).filter((name) => !HTTP_HEADERS.has(name));
  const unknown = present.filter((name) => !byName.has(name)).map((name) => `${name} is not documented`);
  const wrong = [...byName].flatMap(([name, { required, schema }]) => {
    const text = headers[name];
    if (text === undefined) return required === true ? [`${name} is missing`] : [];
    const value = schema.type === 'integer' ? Number(text) : text;
    const problem = schemas.problem(schema, value);
    return problem === undefined ? [] : [`${name}: ${text} ${problem}`];
  });
  return [...unknown, ...wrong];
}

function bodyProblems({ method, headers, text }: HttpResponse, { content }: ResponseDescription): string[] {
  if (content === undefined) return text === '' ? [] : ['there must be no body'];
  const [mediaType = '', parameter] = (headers['content-type'] ?? '').split(';').map((part) => part.trim());
  const described = content[mediaType];
  if (described === undefined) return [`the media type ${mediaType} is not documented`];
  if (parameter !== undefined && parameter !== 'charset=utf-8') return [`unexpected: ${parameter}`];
  if (method === 'HEAD') return text === '' ? [] : ['there must be no body'];
  const problem = schemas.problem(described.schema, JSON.parse(text));
  return problem === undefined ? [] : [`the body: ${problem}`];
}
