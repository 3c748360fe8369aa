import type { Representation, RepresentationFactory } from '../http/representation.ts';
import { createAsyncApiDocument } from './async-api-document.ts';
import { CHANNEL_PAGE, CHANNEL_PAGE_HEADERS, renderChannelPage } from './channel-page.ts';

/** The channel in the game for programs and for people, by path: no part of the REST interface (G69). */
export function describeChannel(factory: RepresentationFactory): Map<string, Representation> {
  const document = createAsyncApiDocument();
  const ofPage = { contentType: 'text/html; charset=utf-8', headers: CHANNEL_PAGE_HEADERS };
  return new Map([
    ['/asyncapi.json', factory.first(Buffer.from(JSON.stringify(document)))],
    [CHANNEL_PAGE, factory.with(ofPage).first(Buffer.from(renderChannelPage(document)))],
  ]);
}
