import { useApp, useStore } from '../state/context.ts';
import type { Store } from '../state/store.ts';
import type { TextKey } from '../texts/translate.ts';

/** Shows whether the displayed data is up to date. */
export function LiveState() {
  const { t } = useApp();
  const { connection, isStoreConnected } = useStore();
  const isLive = connection === 'live' && isStoreConnected;
  return (
    <span class={`pill ${isLive ? 'good' : 'warn'}`} data-state={isLive ? 'live' : connection}>
      <span class="dot" aria-hidden="true" />
      {t(`state.${connection}`)}
    </span>
  );
}

/** Explains why the displayed data is not up to date; empty if it is. */
export function StateBanner() {
  const { t } = useApp();
  const key = problemOf(useStore());
  return <div role="status">{key === undefined ? null : <p class="banner">{t(key)}</p>}</div>;
}

function problemOf({ connection, isStoreConnected, refusal }: Store): TextKey | undefined {
  if (connection !== 'interrupted') return isStoreConnected ? undefined : 'state.store';
  if (refusal === 429) return 'state.tooMany';
  // The token cannot be looked up.
  return refusal === 503 ? 'state.store' : 'state.server';
}
