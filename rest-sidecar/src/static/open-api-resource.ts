import type { StaticResource } from '../app.ts';
import type { RepresentationFactory } from '../http/representation.ts';
import type { DocumentSettings } from '../openapi/document-settings.ts';
import { createOpenApiDocument } from '../openapi/open-api-document.ts';

/** The description of the interface, for programs. */
export function createOpenApiResource(
  factory: RepresentationFactory,
  settings: DocumentSettings,
): StaticResource {
  const body = Buffer.from(JSON.stringify(createOpenApiDocument(settings)));
  return { path: '/openapi.json', representation: factory.first(body) };
}
