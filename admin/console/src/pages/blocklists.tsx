import { useEffect, useState } from 'preact/hooks';
import type { ListSummary } from '../../../../shared/rest/blocklist-edits.ts';
import { FirstRows } from '../parts/first-rows.tsx';
import { focusContent } from '../parts/focus.ts';
import { moveFocus } from '../parts/roving-focus.ts';
import { SearchField } from '../parts/search-field.tsx';
import { Text } from '../parts/text.tsx';
import { compareNames } from '../state/compare-names.ts';
import { formatNumber } from '../state/formats.ts';
import { routeTo, useFilters } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { t } from '../texts/translate.ts';
import { BlocklistView } from './blocklist-view.tsx';

/** The index of all lists on the left, and the selected list on the right. A phone shows one of the two. */
export function Blocklists({ parts: [list = ''] }: { readonly parts: readonly string[] }) {
  return (
    <div class={list === '' ? 'panes' : 'panes has-list'}>
      <h1 class="unseen">{t('page.lists')}</h1>
      <ListIndex selected={list === '' ? 'global' : list} />
      <BlocklistView key={list} list={list === '' ? 'global' : list} />
    </div>
  );
}

function ListIndex({ selected }: { readonly selected: string }) {
  const store = useStore();
  const filters = useFilters();
  const query = filters.get('find').trim();
  const isFound = filters.finder('find');
  const found = [...(store.lists?.values() ?? [])]
    .filter(({ list }) => list !== 'global' && isFound(nameOf(list)))
    .sort((one, other) => compareNames(one.list, other.list));
  const [latest, setLatest] = useState('');
  const [isOpened, setOpened] = useState(false);
  // The keyboard goes on in the list that Enter has opened.
  useEffect(() => {
    if (isOpened) focusContent();
    setOpened(false);
  }, [selected]);
  const openOnly = (): void => {
    const exact = found.filter(({ list }) => nameOf(list) === query);
    const [only, ...others] = exact.length === 1 ? exact : found;
    if (query === '' || only === undefined || others.length > 0) return;
    if (only.list === selected) focusContent();
    else setOpened(true);
    location.hash = linkOf(only.list, query);
  };
  const global = store.lists?.get('global');
  /** @param tabIndex undefined for a link that is a tab stop anyway */
  const link = ({ list, size }: ListSummary, tabIndex?: 0 | -1) => (
    <a
      key={list}
      class="list-link"
      href={linkOf(list, query)}
      aria-current={list === selected ? 'page' : undefined}
      tabIndex={tabIndex}
      onFocus={() => {
        setLatest(list);
      }}
    >
      {list === 'global' ? (
        <span class="grow">{t('lists.global')}</span>
      ) : (
        <Text class="grow code" of={nameOf(list)} />
      )}
      {list.startsWith('server:') && <small>{t('lists.kindOfServer')}</small>}
      <span class="count">{formatNumber(size)}</span>
    </a>
  );
  const links = (shown: readonly ListSummary[]) => {
    // The Tab key reaches the link that had the focus last.
    const names = shown.map(({ list }) => list);
    const stop = [latest, selected].find((name) => names.includes(name)) ?? names[0];
    return shown.map((summary) => link(summary, summary.list === stop ? 0 : -1));
  };
  return (
    <section
      class="pane index"
      aria-label={t('lists.all')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) openOnly();
        moveFocus(event);
      }}
    >
      {global && link(global)}
      <div class="tools">
        <SearchField label={t('lists.find')} filters={filters} name="find" />
      </div>
      <nav class="scroller" aria-label={t('lists.all')}>
        {query !== '' && <Suggestions query={query} />}
        {store.lists === undefined && <p class="quiet pad">{t('app.loading')}</p>}
        <FirstRows rows={found}>{links}</FirstRows>
      </nav>
    </section>
  );
}

/** Returns the name of the mod or game server. */
function nameOf(list: string): string {
  return list.slice(list.indexOf(':') + 1);
}

/** What the text may also be: the name of a feature, or of a list that does not exist yet. */
function Suggestions({ query }: { readonly query: string }) {
  return (
    <p class="pad suggestions">
      <a href={routeTo('explain', '', query)}>{t('lists.findFeature', { name: query })}</a>
      <a href={routeTo('lists', `client:${query}`)}>{t('lists.newClient', { name: query })}</a>
      <a href={routeTo('lists', `server:${query}`)}>{t('lists.newServer', { name: query })}</a>
    </p>
  );
}

/** Returns the link to a list. @param query the search that stays in the address */
function linkOf(list: string, query: string): string {
  const search = query === '' ? '' : `?${new URLSearchParams({ find: query }).toString()}`;
  return `${routeTo('lists', list)}${search}`;
}
