import { useStore } from '../state/store.ts';
import { t } from '../texts/translate.ts';

/** Shows whether the displayed data is up to date. */
export function LiveState() {
  const { connection, isRedisConnected } = useStore();
  // The stream of events stays open while the server reconnects to Redis.
  const shown = connection === 'live' && !isRedisConnected ? 'interrupted' : connection;
  return (
    <span class={`pill ${shown === 'live' ? 'good' : 'warn'}`} data-state={shown}>
      {t(`state.${shown}`)}
    </span>
  );
}

/** Explains why the displayed data is not up to date; empty if it is. */
export function StateBanner() {
  const { connection, obstacle } = useStore();
  const shown = connection === 'interrupted' ? t('state.server') : obstacle;
  return <div role="status">{shown !== '' && <p class="banner">{shown}</p>}</div>;
}
