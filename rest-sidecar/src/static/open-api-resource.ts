import type { StaticResource } from '../app.ts';
import type { RepresentationFactory } from '../http/representation.ts';
import { createOpenApiDocument } from '../openapi/open-api-document.ts';

/** The description of the interface, for programs. */
export function createOpenApiResource(factory: RepresentationFactory): StaticResource {
  const body = Buffer.from(JSON.stringify(createOpenApiDocument()));
  return { path: '/openapi.json', representation: factory.first(body) };
}
