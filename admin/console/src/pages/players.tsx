import type { LimitedPlayer, LimitedPlayers, PlayerLimits } from '../../../../shared/rest/console.ts';
import { FirstRows } from '../parts/first-rows.tsx';
import { LoadStatus } from '../parts/load-status.tsx';
import { Page } from '../parts/page.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Text } from '../parts/text.tsx';
import { formatNumber } from '../state/formats.ts';
import { useFilters } from '../state/route.ts';
import { useNow } from '../state/store.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** The players that have reached a rate limit, and when the limit ends. */
export function Players() {
  const now = useNow();
  const filters = useFilters();
  const searchText = filters.get('player').trim().replaceAll('-', '').toLowerCase();
  const { loaded, found, total } = useLimited(searchText);
  const shown = found.filter(({ until }) => until > now);
  return (
    <Page name="players">
      <p class="quiet">{t('players.intro')}</p>
      <SearchField label={t('players.find')} filters={filters} name="player" />
      <LoadStatus loaded={loaded}>{describeCount(shown.length, total, searchText)}</LoadStatus>
      {shown.length > 0 && (
        <FirstRows rows={shown}>{(rows) => <LimitTable limited={rows} now={now} />}</FirstRows>
      )}
    </Page>
  );
}

function describeCount(count: number, total: number, searchText: string): string {
  if (count > 0) return t('players.total', { total: formatNumber(searchText === '' ? total : count) });
  if (searchText === '') return t('players.empty');
  return t(UUID.test(searchText) ? 'players.free' : 'players.notUuid');
}

/**
 * Searches the players who have reached a limit. The server lists only a part of many; a player is requested
 * by the complete UUID.
 * @param searchText part of a UUID, in lower case without hyphens
 * @returns those that are found, and the number of all
 */
function useLimited(searchText: string) {
  const all = useLoaded<LimitedPlayers>('v1/console/rate-limits', undefined, true);
  const isUuid = UUID.test(searchText);
  const path = isUuid ? `v1/rate-limits?player=${searchText}` : undefined;
  const one = useLoaded<PlayerLimits>(path, undefined, true);
  const { limited = [], total = 0 } = all.body ?? {};
  const { limits = [], player = '' } = one.body ?? {};
  return isUuid
    ? { loaded: one, found: limits.map((limit) => ({ ...limit, player })), total }
    : {
        loaded: all,
        found: limited.filter((each) => each.player.replaceAll('-', '').includes(searchText)),
        total,
      };
}

interface LimitTableProps {
  readonly limited: readonly LimitedPlayer[];
  readonly now: number;
}

/** The rate limits that players have reached, with the seconds that remain. */
function LimitTable({ limited, now }: LimitTableProps) {
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
        {limited.map(({ player, method, until }) => (
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
