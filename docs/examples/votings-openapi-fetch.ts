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
  const { data, error, response } = await client.GET('/v1/votings', { params: { query: { server } } });
  if (error !== undefined) throw new Error(`${response.status}: ${sentenceOf(error)}`);
  // The type of the response is a union: an array with `server`, an object of arrays without it.
  return Array.isArray(data) ? data.map(({ title }) => title) : [];
}

/** The display name of a server, and an additional field of the network. */
export async function describeServer(id: string): Promise<string> {
  const { data, error } = await client.GET('/v1/servers', { params: { query: { id } } });
  if (error !== undefined) return sentenceOf(error);
  // Additional fields have the type `unknown`.
  const version = typeof data['version'] === 'string' ? data['version'] : 'unknown version';
  return `${String(data['displayName'])}, ${version}`;
}

/**
 * Problem details are sent only if `Accept` requests them, but the document describes both formats: `in`
 * distinguishes them.
 */
function sentenceOf(error: Problem): string {
  return 'detail' in error ? error.detail : (error.error ?? 'No reason was given.');
}
