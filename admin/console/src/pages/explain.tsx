import { parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { explainFeature } from '../../../../shared/feature-control/explain-feature.ts';
import type { HistoryBody } from '../../../../shared/rest/blocklist-edits.ts';
import type { BlockingEntries } from '../../../../shared/rest/console.ts';
import { ChangeAuthor, ChangeReason } from '../parts/change-texts.tsx';
import { FeatureField } from '../parts/feature-field.tsx';
import { textOf } from '../parts/form-text.ts';
import { NameField } from '../parts/name-field.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { formatState, formatList } from '../state/formats.ts';
import { toState } from '../state/list-contents.ts';
import { routeTo } from '../state/route.ts';
import { useNow, useStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import { useLoaded, useNames } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';

interface Question {
  readonly feature: string;
  /** Empty to find the lists that block the feature. */
  readonly client: string;
  /** The game server that the player is on; empty for none. */
  readonly server: string;
}

/**
 * Shows which lists block a feature, and which entry decides the answer for a mod. The question is part of
 * the URL.
 */
export function Explain({ parts: [client = '', feature = '', server = ''] }: { parts: readonly string[] }) {
  const question = { client, feature, server };
  return (
    <Page name="explain">
      <p class="quiet">{t('explain.intro')}</p>
      <QuestionFields question={question} />
      <div role="status">{feature !== '' && <AnswerView question={question} />}</div>
    </Page>
  );
}

function QuestionFields({ question }: { readonly question: Question }) {
  const store = useStore();
  const clients = useNames()?.clients ?? [];
  return (
    <form
      class="form"
      aria-label={t('page.explain')}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const parts = ['client', 'feature', 'server'].map((name) => textOf(form, name));
        location.hash = routeTo('explain', ...parts);
      }}
    >
      <div class="filters">
        <FeatureField initial={question.feature} />
        <NameField
          label={t('explain.client')}
          name="client"
          initial={question.client}
          known={[...namesOfLists('client', store), ...clients]}
          isRequired={false}
        />
        <NameField
          label={t('explain.server')}
          name="server"
          initial={question.server}
          known={namesOfLists('server', store)}
          isRequired={false}
        />
      </div>
      <button class="primary">{t('explain.submit')}</button>
    </form>
  );
}

/** Returns the names of the mods or game servers that have a list. */
function namesOfLists(type: 'client' | 'server', { lists }: Store): readonly string[] {
  return [...(lists?.keys() ?? [])].flatMap((list) => {
    const name = parseBlocklistName(list);
    return name?.type === type ? [name.name] : [];
  });
}

function AnswerView({ question: { client, feature, server } }: { readonly question: Question }) {
  const store = useStore();
  const nowMs = useNow();
  const path = `v1/console/features/${encodeURIComponent(feature)}`;
  const { body, problem } = useLoaded<BlockingEntries>(path, store.lists);
  const query = new URLSearchParams({ feature, most: '200' }).toString();
  const changes = useLoaded<HistoryBody>(`v1/history?${query}`, store.historyVersion).body?.changes;
  if (body === undefined) return <Problem text={problem} />;
  const lists = body.entries.map(({ list, ...state }) => ({
    list,
    state: toState(state),
    applies: client === '' || ['global', `client:${client}`, `server:${server}`].includes(list),
  }));
  const { entries, outcome } = explainFeature({ lists, isExempt: false, nowMs });
  const isBlocked = outcome === 'blocked';
  const roleOf = (index: number) =>
    !isBlocked ? 'explain.would' : index === 0 ? 'explain.decides' : 'explain.also';
  return (
    <div class="form" data-outcome={outcome}>
      <Problem text={problem} />
      <h2>
        {client === ''
          ? t('explain.where', { feature, count: entries.length })
          : t(isBlocked ? 'explain.blocked' : 'explain.free', { client, feature })}
      </h2>
      <ol class="rows card">
        {entries.map(({ list, state }, index) => {
          const change = changes?.find((each) => each.list === list);
          return (
            <li key={list} class="row">
              <div class="grow">
                <p class="what">
                  <a class="name" href={routeTo('lists', list)}>
                    {formatList(list)}
                  </a>
                  <span>{formatState(state)}</span>
                </p>
                <p>{client !== '' && t(roleOf(index))}</p>
                <p class="quiet">
                  <ChangeAuthor change={change} />
                </p>
                <ChangeReason change={change} />
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
