import type { JSONSchema } from '../json-schema.ts';
import type { Handler } from '../protocol/method.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';
import type { AnswerObserver } from './answer-observer.ts';
import type { BlocklistStore } from './blocklist-store.ts';
import type { ScopeOf } from './player-scope.ts';
import type { SubscriptionRegistry } from './subscription-registry.ts';

/** What handlers work with. */
export interface MethodContext {
  readonly blocklists: BlocklistStore;
  /** Records the names of a request for those who give commands. Left out where nobody does. */
  readonly noteNames?: (client: string, features: readonly string[], player: string) => void;
  /** Asked once for each answer. Left out where answers are the same for all players. */
  readonly scopeOf?: ScopeOf | undefined;
  /** Left out where nobody observes answers. */
  readonly observer?: AnswerObserver | undefined;
  /** Who is sent what changes. Left out where nothing but answers can be sent. */
  readonly subscriptions?: SubscriptionRegistry | undefined;
}

/** All that defines a method of the game, as a value: one file each, listed in `methods.ts`. */
export interface MethodDefinition {
  readonly name: string;
  readonly payloadSchema: ObjectSchema;
  readonly resultSchema: ObjectSchema;
  /** Per player, as specified. Operators may set another: `[limits.…]` in `plugin/config.toml`. */
  readonly limit: RateLimit;
  /** The handler's types are those of the two schemas. */
  readonly createHandler: (context: MethodContext) => Handler<never>;
}

interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JSONSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}
