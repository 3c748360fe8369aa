import { operations } from '../../../shared/rest/operations.ts';
import type { Operation } from '../../../shared/rest/operations.ts';
import { describeOperation } from './describe-operation.ts';
import type { OperationDescription } from './describe-operation.ts';
import { DEFAULT_DOCUMENT_SETTINGS } from './document-settings.ts';
import type { DocumentSettings } from './document-settings.ts';
import { introduction } from './introduction.ts';
import type { ResponseDescription } from './responses.ts';
import { SchemaComponents } from './schema-components.ts';
import type { Schema } from './schema-components.ts';
import { describeSharedResponses } from './shared-responses.ts';

/** The parts of an OpenAPI 3.1 document that are used here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly [field: string]: unknown };
  readonly externalDocs?: { readonly url: string; readonly description: string };
  /** Of no operation is authentication required. */
  readonly security: readonly [];
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: OperationDescription }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseDescription>>;
  };
}

/** The version of the interface description (V-REST-2). */
const VERSION = '1.0';

/** Such as ` [G4]` or ` [G9, G21]`, with the blank before. */
const DECISION_IDS = / \[G\d+(?:, G\d+)*\]/g;

/**
 * Describes the REST interface, from the very operations and schemas that it is made of, for its users: without the ids of
 * decisions, which refer to a page of this repository.
 */
export function createOpenApiDocument(
  settings: DocumentSettings = DEFAULT_DOCUMENT_SETTINGS,
): OpenApiDocument {
  const text = JSON.stringify(createAnnotatedDocument(settings));
  return JSON.parse(text.replaceAll(DECISION_IDS, '')) as OpenApiDocument;
}

/** The same with the ids of the decisions behind its sentences, such as [G4, G23]. */
export function createAnnotatedDocument(
  settings: DocumentSettings = DEFAULT_DOCUMENT_SETTINGS,
): OpenApiDocument {
  const components = new SchemaComponents();
  const paths = Object.values<Operation>(operations).map(
    (operation) => [operation.path, { get: describeOperation(components, operation) }] as const,
  );
  const responses = referredTo(Object.fromEntries(paths), describeSharedResponses(components));
  const { title, contact, docsUrl } = settings;
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: VERSION,
      summary: 'Coin trades, events, servers and votings of the network. Read-only, without a key.',
      description: introduction,
      ...(contact !== '' && { contact: describeContact(contact) }),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...(docsUrl !== '' && { externalDocs: { url: docsUrl, description: 'Documentation' } }),
    // Relative to this document, which may be served below a prefix.
    servers: [{ url: '.', description: 'The service that serves this description' }],
    security: [],
    tags: [{ name: 'v1', description: 'The five operations.' }],
    paths: Object.fromEntries(paths),
    components: { schemas: components.byTitle(), responses },
  };
}

/** What no operation refers to, such as the answer to another method, is none of OpenAPI's. */
function referredTo<T extends object>(paths: object, responses: T): Partial<T> {
  const text = JSON.stringify(paths);
  const used = Object.entries(responses).filter(([name]) =>
    text.includes(`"#/components/responses/${name}"`),
  );
  return Object.fromEntries(used) as Partial<T>;
}

function describeContact(contact: string): object {
  return { name: 'Contact', ...(contact.includes('://') ? { url: contact } : { email: contact }) };
}
