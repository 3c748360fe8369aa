import { useMemo, useState } from 'preact/hooks';
import { NO_CONTENTS } from '../../../../shared/feature-control/list-contents.ts';
import { ignoreServerLists } from '../../../../shared/redis/programs/server-scopes.ts';
import type { ChangeBody, HistoryBody } from '../../../../shared/rest/blocklist-edits.ts';
import { EditButton } from '../parts/edit-button.tsx';
import { EditDialog } from '../parts/edit-dialog.tsx';
import { useKnownFeatures } from '../parts/feature-field.tsx';
import { FeatureRow } from '../parts/feature-row.tsx';
import { FirstRows } from '../parts/first-rows.tsx';
import { Problem } from '../parts/problem.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { TextDialog } from '../parts/text-dialog.tsx';
import { formatList, formatNumber } from '../state/formats.ts';
import { blockedEntries, toContents } from '../state/list-contents.ts';
import type { ListEntry } from '../state/list-contents.ts';
import { useRunningPrograms } from '../state/programs.ts';
import { routeTo, useFilters } from '../state/route.ts';
import { useNow, useStore } from '../state/store.ts';
import { useList, useLoaded } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';

/** The blocked features of one list, with a search over all of them. */
export function BlocklistView({ list }: { readonly list: string }) {
  const store = useStore();
  const filters = useFilters();
  const query = filters.get('feature');
  /** The open dialog: that of the list as text, or of a feature, whose name is empty for new ones. */
  const [opened, setOpened] = useState<'text' | { readonly feature: string }>();
  const close = (): void => {
    setOpened(undefined);
  };
  const { body, problem } = useList(list);
  // Timed blocks disappear within a second after their end.
  const now = Math.floor(useNow() / 1000) * 1000;
  const contents = useMemo(() => body && toContents(body), [body]);
  const blocked = useMemo(() => contents && blockedEntries(contents, now), [contents, now]);
  const isFound = filters.finder('feature');
  const found = blocked?.filter(([feature]) => isFound(feature)) ?? [];
  return (
    <section class="pane content" aria-labelledby="list-title" tabIndex={-1}>
      <header class="pane-head">
        <a class="back" href={routeTo('lists')}>
          ‹ {t('lists.all')}
        </a>
        <div class="grow">
          <h2 id="list-title">{formatList(list)}</h2>
          <p class="quiet" role="status">
            {blocked && describeCount(found.length, blocked.length, query)}
          </p>
        </div>
        <span class="actions views">
          <a class="button quiet" href={`#/history?${new URLSearchParams({ list }).toString()}`}>
            {t('page.history')}
          </a>
          {blocked && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                setOpened('text');
              }}
            >
              {t('text.open')}
            </button>
          )}
        </span>
        <EditButton
          class="primary"
          onClick={() => {
            setOpened({ feature: '' });
          }}
        >
          {t('list.block')}
        </EditButton>
      </header>
      {(query !== '' || blocked?.length !== 0) && (
        <div class="tools">
          <SearchField label={t('list.find')} filters={filters} name="feature" />
        </div>
      )}
      <Problem text={problem} />
      <ServerScopesNote list={list} />
      {blocked === undefined && problem === '' && <p class="quiet pad">{t('app.loading')}</p>}
      {blocked && found.length === 0 && (
        <p class="quiet pad">
          {t(blocked.length > 0 ? 'list.none' : store.mayWrite ? 'list.blockFirst' : 'list.empty')}
        </p>
      )}
      {found.length > 0 && (
        <FeatureRows
          list={list}
          found={found}
          edit={(feature) => {
            setOpened({ feature });
          }}
        />
      )}
      {typeof opened === 'object' && (
        <EditDialog list={list} contents={contents ?? NO_CONTENTS} feature={opened.feature} close={close} />
      )}
      {opened === 'text' && blocked && <TextDialog list={list} entries={blocked} close={close} />}
    </section>
  );
}

function describeCount(found: number, total: number, query: string): string {
  if (query === '') return t('list.total', { total: formatNumber(total) });
  return t('list.count', { shown: formatNumber(found), total: formatNumber(total) });
}

/** Says that no running proxy applies the list of a game server. */
function ServerScopesNote({ list }: { readonly list: string }) {
  const programs = useRunningPrograms(list.startsWith('server:')) ?? [];
  return <Problem text={ignoreServerLists(programs) ? t('list.noServerScopes') : ''} />;
}

interface FeatureRowsProps {
  readonly list: string;
  readonly found: readonly ListEntry[];
  readonly edit: (feature: string) => void;
}

function FeatureRows({ list, found, edit }: FeatureRowsProps) {
  const store = useStore();
  const known = useKnownFeatures();
  const query = new URLSearchParams({ list, most: '200' }).toString();
  const history = useLoaded<HistoryBody>(`v1/history?${query}`, store.historyVersion).body;
  const changes = useMemo(() => latestChanges(history?.changes ?? []), [history]);
  return (
    <div class="scroller" tabIndex={0} role="group" aria-label={formatList(list)}>
      <FirstRows rows={found}>
        {(shown) => (
          <ol class="rows">
            {shown.map((entry) => (
              <FeatureRow
                key={entry[0]}
                entry={entry}
                known={known}
                change={changes.get(entry[0])}
                edit={edit}
              />
            ))}
          </ol>
        )}
      </FirstRows>
    </div>
  );
}

/** @param changes the newest first */
function latestChanges(changes: readonly ChangeBody[]): ReadonlyMap<string, ChangeBody> {
  const latest = new Map<string, ChangeBody>();
  for (const change of changes)
    for (const { feature } of change.changes) if (!latest.has(feature)) latest.set(feature, change);
  return latest;
}
