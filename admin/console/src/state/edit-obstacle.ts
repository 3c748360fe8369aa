import { t } from '../texts/translate.ts';
import type { Store } from './store.ts';

/**
 * Returns why nothing can be edited at present: a sentence; empty if everything can. An interruption of the
 * stream of events is no reason: a proxy may not let it through, but edits.
 */
export function editObstacle({ isRedisConnected }: Store): string {
  return isRedisConnected ? '' : t('state.redis');
}
