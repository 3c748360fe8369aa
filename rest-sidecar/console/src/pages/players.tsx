import { useState } from 'preact/hooks';
import { Problem } from '../parts/problem.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Text } from '../parts/text.tsx';
import { useApp, useNow, usePolled } from '../state/context.ts';
import { formatNumber } from '../state/formats.ts';
import type { LimitedPlayer } from '../state/api-types.ts';

/** Polling interval in milliseconds. */
const RELOAD_MS = 4000;
const MAX_SHOWN = 200;
const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** The players that have reached a rate limit, and when the limit ends. */
export function Players() {
  const { t, language } = useApp();
  const now = useNow(1000);
  const { body: all, problem } = usePolled('v1/console/rate-limits', RELOAD_MS);
  const [query, setQuery] = useState('');
  const searchText = query.trim().replaceAll('-', '').toLowerCase();
  const shown = (all?.limited ?? []).filter(
    ({ player, until }) => until > now && player.replaceAll('-', '').includes(searchText),
  );
  const empty =
    searchText === '' ? 'players.empty' : UUID.test(searchText) ? 'players.free' : 'players.notUuid';
  return (
    <section class="page" aria-labelledby="page-title">
      <h1 id="page-title">{t('page.players')}</h1>
      <p class="quiet">{t('players.intro')}</p>
      <div class="tools">
        <SearchField label={t('players.find')} value={query} change={setQuery} />
      </div>
      <Problem phrase={problem} />
      {all === undefined && problem !== undefined ? null : (
        <p role="status" class="quiet">
          {all === undefined
            ? t('app.loading')
            : shown.length === 0
              ? t(empty)
              : t('players.total', {
                  total: formatNumber(searchText === '' ? all.total : shown.length, language),
                })}
        </p>
      )}
      {shown.length === 0 ? null : <LimitTable limited={shown} now={now} />}
    </section>
  );
}

interface LimitTableProps {
  readonly limited: readonly LimitedPlayer[];
  readonly now: number;
}

/** The rate limits that players have reached, with the seconds that remain. */
function LimitTable({ limited, now }: LimitTableProps) {
  const { t } = useApp();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('players.player')}</th>
          <th scope="col">{t('players.method')}</th>
          <th scope="col">{t('players.until')}</th>
        </tr>
      </thead>
      <tbody>
        {limited.slice(0, MAX_SHOWN).map(({ player, method, until }) => (
          <tr key={`${method} ${player}`}>
            <td>
              <Text class="code" of={player} />
            </td>
            <td>
              <Text class="code" of={method} />
            </td>
            <td>{t('players.seconds', { seconds: Math.ceil((until - now) / 1000) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
