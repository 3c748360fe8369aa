import { useEffect, useMemo, useState } from 'preact/hooks';
import { EditDialog } from '../parts/edit-dialog.tsx';
import type { EditDialogProps } from '../parts/edit-dialog.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Text } from '../parts/text.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { routeTo, useApp, useNow, useStore } from '../state/context.ts';
import { formatDuration, formatList, formatNumber, formatTime } from '../state/formats.ts';
import { endOf, searchNames } from '../state/list-model.ts';
import { describeFeature } from '../texts/describe-feature.ts';
import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';

const ROW_HEIGHT = 64;
/** Timed blocks disappear within this time after their end, in milliseconds. */
const TICK_MS = 1000;

type Edited = Pick<EditDialogProps, 'feature' | 'kind'>;

/** The blocked features of one list, with a search over all of them. */
export function BlocklistView({ list }: { readonly list: string }) {
  const { t, language } = useApp();
  const store = useStore();
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<Edited>();
  const model = store.model(list);
  const hasTimes = (model?.until.size ?? 0) > 0;
  const now = Math.floor(useNow(TICK_MS) / TICK_MS) * TICK_MS;
  const shown = useMemo(
    () => (model === undefined ? [] : searchNames(model, query, now)),
    [model, query, hasTimes && now],
  );
  useEffect(() => {
    store.openList(list);
    return () => {
      store.closeList(list);
    };
  }, [store, list]);
  const counts = {
    shown: formatNumber(shown.length, language),
    total: formatNumber(model?.names.length ?? 0, language),
  };
  return (
    <section class="pane content" aria-labelledby="list-title">
      <header class="pane-head">
        <a class="back" href={routeTo('lists')}>
          ‹ {t('lists.all')}
        </a>
        <div class="grow">
          <h2 id="list-title">
            <Text class="title" of={formatList(list, t)} />
          </h2>
          <p class="quiet" role="status">
            {t(query === '' ? 'list.total' : 'list.count', query === '' ? { total: counts.shown } : counts)}
          </p>
        </div>
        {!store.may('blocklists:write') ? null : (
          <button
            type="button"
            class="primary"
            onClick={() => {
              setEdited({ feature: '', kind: 'block' });
            }}
          >
            {t('list.block')}
          </button>
        )}
      </header>
      <div class="tools">
        <SearchField label={t('list.find')} value={query} change={setQuery} />
      </div>
      {model?.isComplete === false ? <p class="banner">{t('list.part', { count: counts.total })}</p> : null}
      {model === undefined ? <p class="quiet pad">{t('app.loading')}</p> : null}
      {model !== undefined && shown.length === 0 ? (
        <p class="quiet pad">
          <Sentence
            phrase={query === '' ? { key: 'list.empty' } : { key: 'list.noMatch', values: { query } }}
          />
        </p>
      ) : null}
      <VirtualList
        count={shown.length}
        rowHeight={ROW_HEIGHT}
        label={formatList(list, t)}
        keyOf={(index) => shown[index] ?? ''}
        row={(index) => (
          <FeatureRow
            feature={shown[index] ?? ''}
            until={model && endOf(model, shown[index] ?? '')}
            now={now}
            edit={setEdited}
          />
        )}
      />
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

interface FeatureRowProps {
  readonly feature: string;
  /** End of the block; undefined if it is permanent. */
  readonly until: number | undefined;
  readonly now: number;
  readonly edit: (edited: Edited) => void;
}

function FeatureRow({ feature, until, now, edit }: FeatureRowProps) {
  const { t, language } = useApp();
  const store = useStore();
  const sentence = describeFeature(feature, language);
  const shown = escapeUnprintable(feature);
  return (
    <>
      <div class="grow clip">
        <Text class="code name" of={feature} />
        {sentence === undefined ? null : <small class="clip">{sentence}</small>}
      </div>
      {until === undefined ? null : (
        <span class="pill warn" title={t('list.until', { time: formatTime(until, language) })}>
          {t('list.left', { time: formatDuration(until - now, language) })}
        </span>
      )}
      {!store.may('blocklists:write') ? null : (
        <span class="row-actions">
          <button
            type="button"
            class="edit"
            aria-label={t('list.changeOf', { feature: shown })}
            onClick={() => {
              edit({ feature, kind: 'change' });
            }}
          >
            {t('list.change')}
          </button>
          <button
            type="button"
            aria-label={t('list.unblockOf', { feature: shown })}
            onClick={() => {
              edit({ feature, kind: 'unblock' });
            }}
          >
            {t('list.unblock')}
          </button>
        </span>
      )}
    </>
  );
}
