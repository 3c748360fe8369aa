// Generated types and the client `openapi-fetch`, in place of our own client:
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
  // The two forms of the answer are one type: with `server` it is an array, without an object of arrays.
  return Array.isArray(data) ? data.map(({ title }) => title) : [];
}

/** The display name of a server, and a field of the network's own. */
export async function describeServer(id: string): Promise<string> {
  const { data, error } = await client.GET('/v1/servers', { params: { query: { id } } });
  if (error !== undefined) return sentenceOf(error);
  // Further fields are `unknown` until you look.
  const version = typeof data['version'] === 'string' ? data['version'] : 'unknown version';
  return `${String(data['displayName'])}, ${version}`;
}

/**
 * Problem details come only where `Accept` asks for them, but the document names both: `in` distinguishes
 * them.
 */
function sentenceOf(error: Problem): string {
  return 'detail' in error ? error.detail : (error.error ?? 'No reason was given.');
}
