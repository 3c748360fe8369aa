import { useState } from 'preact/hooks';
import { NewListDialog } from '../parts/new-list-dialog.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Text } from '../parts/text.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { routeTo, useApp, useStore } from '../state/context.ts';
import { formatNumber } from '../state/formats.ts';
import type { ListSummary } from '../state/shapes.ts';
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
  const { t, language } = useApp();
  const store = useStore();
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
  const searchText = query.trim().toLowerCase();
  const all = [...(store.lists?.values() ?? [])].filter(({ list }) => list !== 'global');
  const shown = all.filter(({ list }) =>
    list
      .slice(list.indexOf(':') + 1)
      .toLowerCase()
      .includes(searchText),
  );
  const global = store.lists?.get('global');
  const item = ({ list, size, timed }: ListSummary) => (
    <a class="list-link" href={routeTo('lists', list)} aria-current={list === selected ? 'page' : undefined}>
      <span class={`kind ${list.split(':')[0] ?? ''}`} aria-hidden="true" />
      {list === 'global' ? (
        <span class="grow">{t('lists.global')}</span>
      ) : (
        <Text class="grow code clip" of={list.slice(list.indexOf(':') + 1)} />
      )}
      {list.startsWith('server:') ? <small>{t('lists.kindOfServer')}</small> : null}
      <span class="count">{formatNumber(size + timed, language)}</span>
    </a>
  );
  return (
    <section class="pane index" aria-label={t('lists.all')}>
      {global === undefined ? null : item(global)}
      <div class="tools">
        <SearchField label={t('lists.find')} value={query} change={setQuery} />
        {!store.may('blocklists:write') ? null : (
          <button
            type="button"
            class="icon"
            aria-label={t('lists.new')}
            title={t('lists.new')}
            onClick={() => {
              setAdding(true);
            }}
          >
            +
          </button>
        )}
      </div>
      {shown.length === 0 ? (
        <p class="quiet pad">{store.lists === undefined ? t('app.loading') : t('lists.none')}</p>
      ) : null}
      <VirtualList
        count={shown.length}
        rowHeight={ROW_HEIGHT}
        label={t('lists.clients')}
        keyOf={(index) => shown[index]?.list ?? ''}
        row={(index) => (shown[index] === undefined ? null : item(shown[index]))}
      />
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
