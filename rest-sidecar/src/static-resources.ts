import { createAsyncApiDocument } from './asyncapi/async-api-document.ts';
import { CHANNEL_PAGE, CHANNEL_PAGE_HEADERS, renderChannelPage } from './asyncapi/channel-page.ts';
import type { SidecarConfig } from './config.ts';
import type { Representation, RepresentationFactory } from '../../node/http/representation.ts';
import { createOpenApiDocument } from './openapi/open-api-document.ts';
import { readApiPage } from './routes/api-page.ts';

/**
 * Creates the resources that do not change while the program runs, by path: the descriptions of the REST
 * interface and of the in-game channel (G69), each as a document for programs and as an HTML page.
 * @param apiPageDirectory the directory of the built files for `/docs`
 */
export function createStaticResources(
  api: SidecarConfig['api'],
  apiPageDirectory: string,
  factory: RepresentationFactory,
): ReadonlyMap<string, Representation> {
  const json = (document: object): Representation => factory.first(Buffer.from(JSON.stringify(document)));
  const channel = createAsyncApiDocument();
  const html = factory.with({ contentType: 'text/html; charset=utf-8', headers: CHANNEL_PAGE_HEADERS });
  return new Map([
    ...readApiPage(apiPageDirectory, factory),
    ['/openapi.json', json(createOpenApiDocument(api))],
    ['/asyncapi.json', json(channel)],
    [CHANNEL_PAGE, html.first(Buffer.from(renderChannelPage(channel)))],
  ]);
}
