import { useApp, useStore } from '../state/context.ts';

/** Whether what is shown is up to date; beside it a sentence where it is not. */
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

export function StateBanner() {
  const { t } = useApp();
  const { connection, isStoreConnected } = useStore();
  const isCutOff = connection === 'interrupted';
  return (
    <div role="status">
      {!isCutOff && isStoreConnected ? null : (
        <p class="banner">{t(isCutOff ? 'state.server' : 'state.store')}</p>
      )}
    </div>
  );
}
