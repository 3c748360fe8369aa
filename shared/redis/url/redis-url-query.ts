import type { RedisCredentials } from './redis-url-authority.ts';
import { decodePart, RedisUrlProblem } from './redis-url-problem.ts';

interface SentinelQuery {
  readonly master: string;
  readonly sentinelCredentials: RedisCredentials | undefined;
}

const NAMES = ['master', 'sentinel-user', 'sentinel-password'];

/** Reads `master=name[&sentinel-user=…][&sentinel-password=…]`, in any order. @throws {RedisUrlProblem} */
export function parseSentinelQuery(query: string): SentinelQuery {
  const fields = parseFields(query);
  const master = fields.get('master');
  if (master === undefined) {
    throw new RedisUrlProblem('must say how the Sentinels call the master, as in ?master=mymaster');
  }
  const user = fields.get('sentinel-user');
  const password = fields.get('sentinel-password');
  if (password !== undefined) return { master, sentinelCredentials: { user, password } };
  if (user !== undefined) throw new RedisUrlProblem('must have a sentinel-password with its sentinel-user');
  return { master, sentinelCredentials: undefined };
}

function parseFields(query: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of query === '' ? [] : query.split('&')) {
    const [name = '', value = '', more] = part.split('=');
    const isKnown = NAMES.includes(name) && !fields.has(name);
    if (!isKnown || value === '' || more !== undefined) {
      throw new RedisUrlProblem(
        `may have after its ? no more than ${NAMES.join(', ')}, each once and with a value`,
      );
    }
    fields.set(name, decodePart(value, 'what follows its ?'));
  }
  return fields;
}
