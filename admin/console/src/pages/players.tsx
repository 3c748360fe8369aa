import { useState } from 'preact/hooks';
import type { LimitedPlayer } from '../../../../shared/rest/console.ts';
import { CutOffNote, MAX_ROWS } from '../parts/cut-off-note.tsx';
import { Problem } from '../parts/problem.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Text } from '../parts/text.tsx';
import { useApp, useNow, usePolled } from '../state/context.ts';
import { formatNumber } from '../state/formats.ts';
import type { Phrase } from '../state/phrase.ts';

/** Polling interval in milliseconds. */
const RELOAD_MS = 4000;
const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** The players that have reached a rate limit, and when the limit ends. */
export function Players() {
  const { t } = useApp();
  const now = useNow(1000);
  const [query, setQuery] = useState('');
  const searchText = query.trim().replaceAll('-', '').toLowerCase();
  const { found, total, problem } = useLimited(searchText);
  const shown = found?.filter(({ until }) => until > now);
  return (
    <section class="page" aria-labelledby="page-title">
      <h1 id="page-title">{t('page.players')}</h1>
      <p class="quiet">{t('players.intro')}</p>
      <div class="tools">
        <SearchField label={t('players.find')} value={query} change={setQuery} />
      </div>
      <Problem phrase={problem} />
      {shown === undefined && problem !== undefined ? null : (
        <p role="status" class="quiet">
          <Count of={shown?.length} total={total} searchText={searchText} />
        </p>
      )}
      <CutOffNote count={shown?.length ?? 0} />
      {shown === undefined || shown.length === 0 ? null : <LimitTable limited={shown} now={now} />}
    </section>
  );
}

interface CountProps {
  /** The number of players that match the search; undefined until they are loaded. */
  readonly of: number | undefined;
  readonly total: number;
  readonly searchText: string;
}

function Count({ of: count, total, searchText }: CountProps) {
  const { t, language } = useApp();
  if (count === undefined) return t('app.loading');
  if (count > 0)
    return t('players.total', { total: formatNumber(searchText === '' ? total : count, language) });
  if (searchText === '') return t('players.empty');
  return t(UUID.test(searchText) ? 'players.free' : 'players.notUuid');
}

interface FoundPlayers {
  /** Undefined until they are loaded. */
  readonly found: readonly LimitedPlayer[] | undefined;
  /** Number of all players who have reached a limit, of whom `found` may contain only a part. */
  readonly total: number;
  readonly problem: Phrase | undefined;
}

/**
 * Searches the players who have reached a limit. The server lists only a part of many; any other player is
 * requested by the complete UUID.
 * @param searchText part of a UUID, in lower case without hyphens
 */
function useLimited(searchText: string): FoundPlayers {
  const all = usePolled('v1/console/rate-limits', RELOAD_MS);
  const { limited = [], total = 0 } = all.body ?? {};
  const listed = limited.filter(({ player }) => player.replaceAll('-', '').includes(searchText));
  const isUnlisted = listed.length === 0 && total > limited.length && UUID.test(searchText);
  const one = usePolled(isUnlisted ? `v1/rate-limits?player=${searchText}` : undefined, RELOAD_MS);
  const { body } = one;
  const limits = body?.limits.map((limit) => ({ ...limit, player: body.player }));
  const found = all.body && (isUnlisted ? limits : listed);
  return { found, total, problem: all.problem ?? one.problem };
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
        {limited.slice(0, MAX_ROWS).map(({ player, method, until }) => (
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
