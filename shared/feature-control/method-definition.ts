import type { JSONSchema } from '../json-schema.ts';
import type { Handler } from '../protocol/method.ts';
import type { RateLimit } from '../rate-limit/rate-limit.ts';
import type { AnswerObserver } from './answer-observer.ts';
import type { BlocklistStore } from './blocklist-store.ts';
import type { ScopeOf } from './player-scope.ts';
import type { SubscriptionRegistry } from './subscription-registry.ts';

/** What method handlers work with. */
export interface MethodContext {
  readonly blocklists: BlocklistStore;
  /** Records the names in a request, as suggestions for people who type commands. */
  readonly recordNames: (client: string, features: readonly string[]) => void;
  /** Called once for each answer. */
  readonly scopeOf: ScopeOf;
  readonly observer: AnswerObserver;
  readonly subscriptions: SubscriptionRegistry;
}

/**
 * The complete definition of a method of the in-game protocol, as a value: one file each, listed in
 * `methods.ts`.
 */
export interface MethodDefinition {
  readonly name: string;
  readonly payloadSchema: ObjectSchema;
  readonly resultSchema: ObjectSchema;
  /** Per player, as specified. Operators may configure another: `[limits.…]` in `plugin/config.toml`. */
  readonly limit: RateLimit;
  /** The parameter and result types of the handler are derived from the two schemas. */
  readonly createHandler: (context: MethodContext) => Handler<never>;
}

interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JSONSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}
