import type { AnswerObserver } from '../../../shared/feature-control/answer-observer.ts';
import { createMethods } from '../../../shared/feature-control/create-methods.ts';
import type { MethodContext } from '../../../shared/feature-control/method-definition.ts';
import { METHODS } from '../../../shared/feature-control/methods.ts';
import type { MethodLimits } from '../../../shared/feature-control/methods.ts';
import { NO_SCOPE } from '../../../shared/feature-control/player-scope.ts';
import { Subscriptions } from '../../../shared/feature-control/subscriptions.ts';
import type { Method } from '../../../shared/protocol/method.ts';
import type { ManualTime } from './manual-time.ts';

/** An observer of answers for tests without one. */
export const NO_OBSERVER: AnswerObserver = { isObserved: false, answered: () => undefined };

/** The limits of the specification. */
const SPECIFIED_LIMITS = Object.fromEntries(
  METHODS.map(({ name, limit }) => [name, limit]),
) as unknown as MethodLimits;

/**
 * Creates every method as in the plugin. By default, with new subscriptions, the limits of the specification
 * and the same answers for all players.
 */
export function createAllMethods(
  time: ManualTime,
  context: Pick<MethodContext, 'blocklists'> & Partial<MethodContext>,
  limits: MethodLimits = SPECIFIED_LIMITS,
): Method[] {
  const { blocklists, scopeOf = () => NO_SCOPE, observer = NO_OBSERVER } = context;
  const createSubscriptions = () =>
    new Subscriptions({
      clock: time,
      timers: time,
      scopeOf,
      observer,
      blocklists: () => blocklists,
    });
  const { subscriptions = createSubscriptions(), recordNames = () => undefined } = context;
  return createMethods({ blocklists, scopeOf, observer, subscriptions, recordNames }, limits);
}
