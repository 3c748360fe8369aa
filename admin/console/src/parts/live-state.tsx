import { useApp, useStore } from '../state/context.ts';
import type { Store } from '../state/store.ts';
import type { TextKey } from '../texts/translate.ts';

/** Shows whether the displayed data is up to date. */
export function LiveState() {
  const { t } = useApp();
  const { connection, isStoreConnected } = useStore();
  // The stream of events stays open while the server reconnects to Redis.
  const shown = connection === 'live' && !isStoreConnected ? 'interrupted' : connection;
  return (
    <span class={`pill ${shown === 'live' ? 'good' : 'warn'}`} data-state={shown}>
      <span class="dot" aria-hidden="true" />
      {t(`state.${shown}`)}
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
  // The server has not loaded the tokens yet.
  return refusal === 503 ? 'state.store' : 'state.server';
}
