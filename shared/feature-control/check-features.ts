import type { FromSchema } from '../json-schema.ts';
import { UNAVAILABLE } from '../protocol/method.ts';
import type { Handler } from '../protocol/method.ts';
import { answerFrom } from './answer-from.ts';
import type { MethodContext, MethodDefinition } from './method-definition.ts';

/** `client`: stable identifier of the mod. `features`: its active features to check. Lengths: G13. */
const payloadSchema = {
  type: 'object',
  properties: {
    client: { type: 'string', minLength: 1, maxLength: 128 },
    features: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 256 } },
  },
  required: ['client', 'features'],
} as const;

/**
 * `blocklist`: the blocked features of the request, in its order, each once (G14); empty if none is blocked.
 */
const resultSchema = {
  type: 'object',
  properties: { blocklist: { type: 'array', items: { type: 'string' }, uniqueItems: true } },
  required: ['blocklist'],
  additionalProperties: false,
} as const;

type Payload = FromSchema<typeof payloadSchema>;
type Result = FromSchema<typeof resultSchema>;

/**
 * Returns which of a mod's features are blocked. Limit: 1 request per 10 seconds per player (section 4.2).
 */
export const checkFeatures = {
  name: 'checkFeatures',
  payloadSchema,
  resultSchema,
  limit: { maxRequests: 1, windowMs: 10_000 },
  createHandler,
} as const satisfies MethodDefinition;

function createHandler({
  blocklists,
  recordNames,
  scopeOf,
  observer,
}: MethodContext): Handler<Payload, Result> {
  return ({ client, features }, { connect, player }) => {
    recordNames(client, features);
    const blocklist = answerFrom(blocklists, client, features, scopeOf(player));
    if (blocklist === undefined) return UNAVAILABLE;
    if (observer.isObserved) observer.answered(connect, client, features, blocklist);
    return { blocklist };
  };
}
