import { useState } from 'preact/hooks';
import type { ListSummary } from '../../../../shared/rest/console.ts';
import { NewListDialog } from '../parts/new-list-dialog.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Text } from '../parts/text.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { routeTo, useApp, useStore } from '../state/context.ts';
import { formatNumber } from '../state/formats.ts';
import type { Store } from '../state/store.ts';
import { BlocklistView } from './blocklist-view.tsx';

const ROW_HEIGHT = 52;

/** The index of all lists on the left, and the selected list on the right. A phone shows one of the two. */
export function Blocklists({ parts: [list = ''] }: { readonly parts: readonly string[] }) {
  const { t } = useApp();
  return (
    <div class={list === '' ? 'panes' : 'panes has-list'}>
      <h1 class="unseen">{t('page.lists')}</h1>
      <ListIndex selected={list === '' ? 'global' : list} />
      <BlocklistView key={list} list={list === '' ? 'global' : list} />
    </div>
  );
}

function ListIndex({ selected }: { readonly selected: string }) {
  const { t } = useApp();
  const store = useStore();
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
  const found = searchLists(store.lists, query);
  const global = store.lists?.get('global');
  return (
    <section class="pane index" aria-label={t('lists.all')}>
      {global === undefined ? null : <ListLink summary={global} isSelected={selected === 'global'} />}
      <div class="tools">
        <SearchField label={t('lists.find')} value={query} change={setQuery} />
        {!store.may('blocklists:write') ? null : (
          <NewListButton
            open={() => {
              setAdding(true);
            }}
          />
        )}
      </div>
      {found.length === 0 ? (
        <p class="quiet pad">{store.lists === undefined ? t('app.loading') : t('lists.none')}</p>
      ) : null}
      <FoundLists found={found} selected={selected} />
      {!isAdding ? null : (
        <NewListDialog
          close={() => {
            setAdding(false);
          }}
        />
      )}
    </section>
  );
}

/** Returns the lists of mods and game servers whose names contain a text, case-insensitively. */
function searchLists(lists: Store['lists'], query: string): readonly ListSummary[] {
  const searchText = query.trim().toLowerCase();
  return [...(lists?.values() ?? [])].filter(
    ({ list }) => list !== 'global' && nameOf(list).toLowerCase().includes(searchText),
  );
}

/** Returns the name of the mod or game server. */
function nameOf(list: string): string {
  return list.slice(list.indexOf(':') + 1);
}

interface FoundListsProps {
  readonly found: readonly ListSummary[];
  readonly selected: string;
}

function FoundLists({ found, selected }: FoundListsProps) {
  const { t } = useApp();
  return (
    <VirtualList
      count={found.length}
      rowHeight={ROW_HEIGHT}
      label={t('lists.clients')}
      keyOf={(index) => found[index]?.list ?? ''}
      row={(index) => {
        const summary = found[index];
        return summary && <ListLink summary={summary} isSelected={summary.list === selected} />;
      }}
    />
  );
}

interface ListLinkProps {
  readonly summary: ListSummary;
  readonly isSelected: boolean;
}

function ListLink({ summary: { list, size, timed }, isSelected }: ListLinkProps) {
  const { t, language } = useApp();
  return (
    <a class="list-link" href={routeTo('lists', list)} aria-current={isSelected ? 'page' : undefined}>
      <span class={`kind ${list.split(':')[0] ?? ''}`} aria-hidden="true" />
      {list === 'global' ? (
        <span class="grow">{t('lists.global')}</span>
      ) : (
        <Text class="grow code clip" of={nameOf(list)} />
      )}
      {list.startsWith('server:') ? <small>{t('lists.kindOfServer')}</small> : null}
      <span class="count">{formatNumber(size + timed, language)}</span>
    </a>
  );
}

function NewListButton({ open }: { readonly open: () => void }) {
  const { t } = useApp();
  return (
    <button type="button" class="icon" aria-label={t('lists.new')} title={t('lists.new')} onClick={open}>
      +
    </button>
  );
}
