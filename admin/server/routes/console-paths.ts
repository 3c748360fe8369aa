import { cachedFor } from '../../../shared/cached-for.ts';
import type {
  BlockingEntries,
  Names,
  Programs,
  ProgramSamples,
  Session,
} from '../../../shared/rest/console.ts';
import { NO_SUCH_PROGRAM } from '../http/refusals.ts';
import type { ServerParts } from '../server-parts.ts';
import { readOf } from './edit-paths.ts';
import { reads } from './endpoints.ts';
import type { Paths } from './endpoints.ts';

/** Maximum number of rejected values that are listed. */
const MAX_REJECTED = 1000;
/** Lifetime of a dump in memory, in milliseconds: `doctor` reads every key. */
const DUMP_LIFETIME_MS = 5000;

const DUMP_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Disposition': 'attachment; filename="feature-control-dump.json"',
};

/** What the console in the browser reads, each with the scope that it needs. */
export function consolePaths(parts: ServerParts): Paths {
  const { clock, createDump, keys, lists, mirror, names, programs, session, streams, time } = parts;
  const dump = cachedFor(DUMP_LIFETIME_MS, clock, createDump);
  return {
    '/v1/session': {
      ...reads('any', async (_request, { name, scopes, expiresAt }) => ({
        body: { name, scopes, expiresAt, nowMs: await time.measuredNow() } satisfies Session,
      })),
      delete: {
        scope: 'any',
        handle(_request, { hash }) {
          if (session.end(hash)) streams.recheck(hash, undefined);
          return { status: 204 };
        },
      },
    },
    '/v1/console/events': reads('any', (request, token, response) => {
      streams.open(response, token, request.get('last-event-id'), request.get('console-tab'));
      return undefined;
    }),
    '/v1/console/names': reads('blocklists:read', () => ({
      body: {
        clients: names.get(keys.catalogueClients) ?? [],
        features: names.get(keys.catalogueFeatures) ?? [],
      } satisfies Names,
    })),
    '/v1/console/features/:feature': readOf(parts, ({ feature = '' }) => ({
      body: { entries: lists.blocking(feature) } satisfies BlockingEntries,
    })),
    '/v1/console/programs': reads('metrics:read', async () => ({
      body: { nowMs: await time.measuredNow(), programs: programs.all() } satisfies Programs,
    })),
    '/v1/console/programs/:id': reads('metrics:read', ({ params: { id = '' } }) => {
      const samples = programs.samplesOf(String(id));
      return samples === undefined ? NO_SUCH_PROGRAM : { body: { samples } satisfies ProgramSamples };
    }),
    '/v1/console/dump': reads('metrics:read', async () => ({ headers: DUMP_HEADERS, body: await dump() })),
    '/v1/console/rejected': reads('metrics:read', () => ({
      body: { rejected: mirror.rejected(MAX_REJECTED), total: mirror.state().rejected },
    })),
  };
}
