// Generated types and the client `openapi-fetch`, instead of the service's own client:
//
//     npm install openapi-fetch openapi-typescript
//     npx openapi-typescript http://localhost:8080/openapi.json --output feature-control.d.ts
import createClient from 'openapi-fetch';
import type { components, paths } from './feature-control.d.ts';

type Problem = components['schemas']['ErrorResponse'] | components['schemas']['ProblemDetails'];

const client = createClient<paths>({ baseUrl: 'http://localhost:8080' });

/** The title of each active voting of a server. */
export async function titlesOn(server: string): Promise<string[]> {
  const params = { path: { version: 'v1' }, query: { server } } as const;
  const { data, error, response } = await client.GET('/{version}/votings', { params });
  if (error !== undefined) throw new Error(`${response.status}: ${sentenceOf(error)}`);
  return data.map(({ title }) => title);
}

/** The display name of a server, and an additional field of the network. */
export async function describeServer(id: string): Promise<string> {
  const params = { path: { version: 'v1' }, query: { id } } as const;
  const { data, error } = await client.GET('/{version}/servers', { params });
  if (error !== undefined) return sentenceOf(error);
  // Additional fields have the type `unknown`.
  const version = typeof data['version'] === 'string' ? data['version'] : 'unknown version';
  return `${data.displayName}, ${version}`;
}

/**
 * Problem details are sent only if `Accept` requests them, but the document describes both formats: `in`
 * distinguishes them.
 */
function sentenceOf(error: Problem): string {
  return 'detail' in error ? error.detail : (error.error ?? 'No reason was given.');
}
