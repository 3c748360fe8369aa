import { CHECK_FEATURES, CHECK_FEATURES_LIMIT } from '../protocol/methods/check-features.ts';
import type { CheckFeaturesPayload, CheckFeaturesResult } from '../protocol/methods/check-features.ts';
import { defineMethod, UNAVAILABLE } from '../protocol/method.ts';
import type { Method, MethodResult } from '../protocol/method.ts';
import { validators } from '../protocol/validators.js';
import { selectBlockedFeatures } from './blocked-features.ts';
import type { Blocklists } from './blocked-features.ts';
import type { BlocklistStore } from './blocklist-store.ts';

/** `checkFeatures`: which of a mod's features are blocked (section 4.2). */
export function createCheckFeaturesMethod(blocklists: BlocklistStore, limit = CHECK_FEATURES_LIMIT): Method {
  return defineMethod<CheckFeaturesPayload, CheckFeaturesResult>({
    name: CHECK_FEATURES,
    validatePayload: validators.checkFeaturesPayload,
    limit,
    handle: ({ client, features }) => {
      const lists = blocklists.lookUp(client, features);
      return lists instanceof Promise
        ? lists.then((known) => answer(features, known))
        : answer(features, lists);
    },
  });
}

function answer(
  features: readonly string[],
  lists: Blocklists | undefined,
): MethodResult<CheckFeaturesResult> {
  return lists === undefined ? UNAVAILABLE : { blocklist: selectBlockedFeatures(features, lists) };
}
