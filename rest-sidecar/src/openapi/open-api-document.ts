import { SchemaComponents } from '../../../node/openapi/schema-components.ts';
import { operations } from '../../../shared/rest/operations.ts';
import type { Operation } from '../../../shared/rest/operations.ts';
import { describeOperation, describeSelection } from './describe-operation.ts';
import { describeSharedResponses } from './shared-responses.ts';
import { introduction } from './texts.ts';

/** Settings of operators for the OpenAPI document. Empty texts count as absent. */
export interface DocumentSettings {
  readonly title: string;
  /** The contact for questions about the service: a URL or an e-mail address. */
  readonly contact: string;
  /** The URL of the documentation that the operator publishes. */
  readonly docsUrl: string;
}

/** The parts of an OpenAPI 3.1 document that are used here. */
type OpenApiDocument = ReturnType<typeof createAnnotatedDocument>;

/** The version of the interface description (V-REST-2). */
const VERSION = '1.0';

const DEFAULT_SETTINGS: DocumentSettings = { title: 'Public REST interface', contact: '', docsUrl: '' };

/** Ids of decisions such as ` [G4]` or ` [G9, G21]`, including the space before them. */
const DECISION_IDS = / \[G[\dG, ]{1,60}\]/g;

/**
 * Describes the REST interface for its users, from the operations and schemas that the routes and validators
 * use. The ids of decisions are removed, as they refer to a page of this repository.
 */
export function createOpenApiDocument(settings?: DocumentSettings): OpenApiDocument {
  const text = JSON.stringify(createAnnotatedDocument(settings));
  return JSON.parse(text.replaceAll(DECISION_IDS, '')) as OpenApiDocument;
}

/** Creates the same document with the ids of the decisions behind its sentences, such as [G4, G23]. */
export function createAnnotatedDocument({ title, contact, docsUrl } = DEFAULT_SETTINGS) {
  const components = new SchemaComponents();
  const paths = Object.fromEntries(
    Object.values<Operation>(operations).flatMap((operation) => [
      describeOperation(components, operation),
      ...describeSelection(components, operation),
    ]),
  );
  const responses = describeSharedResponses(components);
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: VERSION,
      summary: 'Coin trades, events, servers and votings of the network. Read-only, without authentication.',
      description: introduction,
      ...(contact !== '' && { contact: describeContact(contact) }),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...(docsUrl !== '' && { externalDocs: { url: docsUrl, description: 'Documentation' } }),
    // Relative to this document, which may be served under a path prefix.
    servers: [{ url: '.', description: 'The service that serves this description' }],
    // No operation requires authentication.
    security: [],
    tags: [{ name: 'v1', description: 'All operations.' }],
    paths,
    components: { schemas: components.byTitle(), responses },
  };
}

function describeContact(contact: string): object {
  return { name: 'Contact', ...(contact.includes('://') ? { url: contact } : { email: contact }) };
}
