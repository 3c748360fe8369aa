import { createChannelSchema } from './channel-schema.ts';
import type { SidecarConfig } from './config.ts';
import type { Representation, RepresentationFactory } from './http/representation.ts';
import { createOpenApiDocument } from './openapi/open-api-document.ts';
import { readApiPage } from './routes/api-page.ts';

/**
 * Creates the resources that do not change while the program runs, by path: the description of the REST
 * interface, as a document for programs and as an HTML page, and the JSON Schema of the in-game channel
 * (G69).
 * @param apiPageDirectory the directory of the built files for `/docs`
 */
export function createStaticResources(
  api: SidecarConfig['api'],
  apiPageDirectory: string,
  factory: RepresentationFactory,
): ReadonlyMap<string, Representation> {
  const json = (document: object): Representation => factory.first(Buffer.from(JSON.stringify(document)));
  return new Map([
    ...readApiPage(apiPageDirectory, factory),
    ['/openapi.json', json(createOpenApiDocument(api))],
    ['/channel.schema.json', json(createChannelSchema())],
  ]);
}
