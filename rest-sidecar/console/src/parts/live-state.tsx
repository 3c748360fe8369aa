import { useApp, useStore } from '../state/context.ts';

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
  const { connection, isStoreConnected } = useStore();
  const isInterrupted = connection === 'interrupted';
  return (
    <div role="status">
      {!isInterrupted && isStoreConnected ? null : (
        <p class="banner">{t(isInterrupted ? 'state.server' : 'state.store')}</p>
      )}
    </div>
  );
}
