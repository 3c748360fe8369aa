import { operations } from '../../../shared/rest/operations.ts';
import type { Operation } from '../../../shared/rest/operations.ts';
import { describeOperation } from './describe-operation.ts';
import type { OperationDescription } from './describe-operation.ts';
import { introduction } from './introduction.ts';
import { alwaysHeaders } from './response-headers.ts';
import type { HeaderDescriptions } from './response-headers.ts';
import type { ResponseDescription } from './responses.ts';
import { SchemaComponents } from './schema-components.ts';
import type { Schema } from './schema-components.ts';
import { describeSharedResponses } from './shared-responses.ts';

/** The parts of an OpenAPI 3.1 document that are used here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly [field: string]: unknown };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: OperationDescription }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseDescription>>;
    /** What every response carries. */
    readonly headers: HeaderDescriptions;
  };
}

/** The version of the interface description (V-REST-2). */
const VERSION = '1.0';

/** Describes the REST interface, from the very operations and schemas that it is made of. */
export function createOpenApiDocument(): OpenApiDocument {
  const components = new SchemaComponents();
  const paths = Object.values<Operation>(operations).map(
    (operation) => [operation.path, { get: describeOperation(components, operation) }] as const,
  );
  const responses = describeSharedResponses(components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Public REST interface',
      version: VERSION,
      summary: 'Coin trades, events, servers and votings of the network. Read-only, without a key.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this description' }],
    tags: [{ name: 'v1', description: 'The five operations.' }],
    paths: Object.fromEntries(paths),
    components: { schemas: components.byTitle(), responses, headers: alwaysHeaders },
  };
}
