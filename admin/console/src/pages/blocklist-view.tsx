import { useMemo, useState } from 'preact/hooks';
import { EditDialog } from '../parts/edit-dialog.tsx';
import type { EditedEntry } from '../parts/edit-fields.tsx';
import { FeatureRow } from '../parts/feature-row.tsx';
import { Problem } from '../parts/problem.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Text } from '../parts/text.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { routeTo, useApp, useNow, useOpenList, useStore } from '../state/context.ts';
import { formatList, formatNumber } from '../state/formats.ts';
import { endOf, searchNames } from '../state/list-model.ts';
import type { ListModel } from '../state/list-model.ts';
import type { Phrase } from '../state/phrase.ts';

const ROW_HEIGHT = 64;
/** For a second line with the buttons. */
const NARROW_ROW_HEIGHT = 82;
/** Timed blocks disappear within this time after their end, in milliseconds. */
const TICK_MS = 1000;

type Edited = Omit<EditedEntry, 'list'>;

/** The result of a search in the list. */
interface Search {
  readonly query: string;
  /** The names that contain the query. */
  readonly names: readonly string[];
  /** The contents of the list; undefined until they are loaded. */
  readonly model: ListModel | undefined;
  /** Why the list could not be loaded; undefined if it could. */
  readonly problem: Phrase | undefined;
  /** Time of the search, in milliseconds since the epoch. Blocks that have ended by then are omitted. */
  readonly now: number;
}

interface SearchProps {
  readonly list: string;
  readonly search: Search;
  readonly edit: (edited: Edited) => void;
}

/** The blocked features of one list, with a search over all of them. */
export function BlocklistView({ list }: { readonly list: string }) {
  const { t } = useApp();
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<Edited>();
  const search = useSearch(list, query);
  return (
    <section class="pane content" aria-labelledby="list-title">
      <ListHead list={list} search={search} edit={setEdited} />
      <div class="tools">
        <SearchField label={t('list.find')} value={query} change={setQuery} />
      </div>
      <ListNotes search={search} />
      <FeatureList list={list} search={search} edit={setEdited} />
      {edited === undefined ? null : (
        <EditDialog
          list={list}
          {...edited}
          close={() => {
            setEdited(undefined);
          }}
        />
      )}
    </section>
  );
}

/** Searches a list, again whenever the list changes or a timed block may have ended. */
function useSearch(list: string, query: string): Search {
  const { body: model, problem } = useOpenList(list);
  const now = Math.floor(useNow(TICK_MS) / TICK_MS) * TICK_MS;
  const hasTimes = (model?.until.size ?? 0) > 0;
  const names = useMemo(
    () => (model === undefined ? [] : searchNames(model, query, now)),
    [model, query, hasTimes && now],
  );
  return { query, names, model, problem, now };
}

/** The title of the list, with the number of features, and a button to block another one. */
function ListHead({ list, search, edit }: SearchProps) {
  const { t } = useApp();
  const store = useStore();
  return (
    <header class="pane-head">
      <a class="back" href={routeTo('lists')}>
        ‹ {t('lists.all')}
      </a>
      <div class="grow">
        <h2 id="list-title">
          <Text class="title" of={formatList(list, t)} />
        </h2>
        <p class="quiet" role="status">
          <FeatureCount search={search} />
        </p>
      </div>
      {!store.may('blocklists:write') ? null : (
        <button
          type="button"
          class="primary"
          onClick={() => {
            edit({ feature: '', kind: 'block', until: undefined });
          }}
        >
          {t('list.block')}
        </button>
      )}
    </header>
  );
}

/** The number of blocked features, and of those found; empty until it is known. */
function FeatureCount({ search }: Pick<SearchProps, 'search'>) {
  const { t, language } = useApp();
  const { query, names, model } = search;
  if (model === undefined) return null;
  const total = formatNumber(query === '' ? names.length : model.names.length, language);
  if (query === '') return <>{t('list.total', { total })}</>;
  return <>{t('list.count', { shown: formatNumber(names.length, language), total })}</>;
}

/** Explains why features are missing, or why there are none. */
function ListNotes({ search }: Pick<SearchProps, 'search'>) {
  const { t } = useApp();
  const { names, model, problem } = search;
  if (model === undefined && problem === undefined) return <p class="quiet pad">{t('app.loading')}</p>;
  if (model === undefined) return <Problem phrase={problem} />;
  return (
    <>
      <Problem phrase={problem} />
      {names.length > 0 ? null : (
        <p class="quiet pad">
          <Sentence phrase={describeNoMatch(search)} />
        </p>
      )}
    </>
  );
}

function describeNoMatch({ query }: Search): Phrase {
  if (query === '') return { key: 'list.empty' };
  return { key: 'list.noMatch', values: { query } };
}

function FeatureList({ list, search: { names, model, now }, edit }: SearchProps) {
  const { t } = useApp();
  return (
    <VirtualList
      count={names.length}
      rowHeight={ROW_HEIGHT}
      narrowRowHeight={NARROW_ROW_HEIGHT}
      label={formatList(list, t)}
      keyOf={(index) => names[index] ?? ''}
      row={(index) => {
        const feature = names[index] ?? '';
        const until = model && endOf(model, feature);
        return (
          <FeatureRow
            feature={feature}
            until={until}
            now={now}
            edit={(kind) => {
              edit({ feature, kind, until });
            }}
          />
        );
      }}
    />
  );
}
