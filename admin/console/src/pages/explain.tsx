import { useEffect, useState } from 'preact/hooks';
import { parseBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { LAST_MS } from '../../../../shared/feature-control/entry-state.ts';
import { explainFeature } from '../../../../shared/feature-control/explain-feature.ts';
import type { BlockingEntry } from '../../../../shared/feature-control/explain-feature.ts';
import { FeatureField } from '../parts/feature-field.tsx';
import { LastChange } from '../parts/last-change.tsx';
import { NameField } from '../parts/name-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Text } from '../parts/text.tsx';
import { routeTo, useApp, useNow, useStore, useThrottled } from '../state/context.ts';
import { readForExplanation } from '../state/explain.ts';
import type { ExplainedList, Question, ReadLists } from '../state/explain.ts';
import { describeFailure, formatEntry, formatList } from '../state/formats.ts';
import type { Store } from '../state/store.ts';

/** Minimum interval between two updates of an explanation, in milliseconds. */
const RELOAD_MS = 1000;
const MAX_SUGGESTED = 1000;

/** Shows which entry blocks a feature for a mod, or would block it. The question is part of the URL. */
export function Explain({ parts: [client = '', feature = '', server = ''] }: { parts: readonly string[] }) {
  const { t } = useApp();
  const store = useStore();
  const question = { client, feature, server };
  const [found, setFound] = useState<{ readonly question: Question; readonly read: ReadLists }>();
  const reload = useThrottled(async () => {
    if (client === '' || feature === '') return;
    setFound({ question, read: await readForExplanation(store, question) });
  }, RELOAD_MS);
  // A direct write is recorded only after the list has changed.
  const { listsVersion, historyVersion, lists } = store;
  useEffect(reload, [client, feature, server, listsVersion, historyVersion, lists === undefined]);
  useEffect(() => {
    void store.loadNames();
  }, []);
  return (
    <section class="page" aria-labelledby="page-title">
      <h1 id="page-title">{t('page.explain')}</h1>
      <p class="quiet">{t('explain.intro')}</p>
      <QuestionFields question={question} reload={reload} />
      <div role="status">
        {found !== undefined && isSameQuestion(found.question, question) ? <AnswerView {...found} /> : null}
      </div>
    </section>
  );
}

function isSameQuestion(one: Question, other: Question): boolean {
  return one.client === other.client && one.feature === other.feature && one.server === other.server;
}

interface QuestionFieldsProps {
  readonly question: Question;
  /** Reloads the answer to the same question. */
  readonly reload: () => void;
}

function QuestionFields({ question, reload }: QuestionFieldsProps) {
  const { t } = useApp();
  const store = useStore();
  const [entered, setEntered] = useState(question);
  useEffect(() => {
    setEntered(question);
  }, [question.client, question.feature, question.server]);
  const { client, feature, server } = entered;
  const change = (field: keyof Question) => (value: string) => {
    setEntered((known) => ({ ...known, [field]: value }));
  };
  const clients = new Set([...namesOfLists('client', store), ...(store.names?.clients ?? [])]);
  return (
    <form
      class="form"
      aria-label={t('page.explain')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isSameQuestion(entered, question)) reload();
        else location.hash = routeTo('explain', client, feature, server);
      }}
    >
      <div class="filters">
        <NameField
          label={t('explain.client')}
          name="client"
          value={client}
          change={change('client')}
          maxCharacters={MAX_CHARACTERS.client}
          known={[...clients].slice(0, MAX_SUGGESTED)}
        />
        <FeatureField value={feature} change={change('feature')} />
        <NameField
          label={t('explain.server')}
          name="server"
          value={server}
          change={change('server')}
          maxCharacters={MAX_CHARACTERS.server}
          known={namesOfLists('server', store)}
          isRequired={false}
        />
      </div>
      <button class="primary">{t('explain.submit')}</button>
    </form>
  );
}

/** Returns the names of the mods or game servers that have a list. */
function namesOfLists(kind: 'client' | 'server', { lists }: Store): readonly string[] {
  return [...(lists?.keys() ?? [])].flatMap((list) => {
    const name = parseBlocklistName(list);
    return name?.kind === kind ? [name.name] : [];
  });
}

function AnswerView({ question, read }: { readonly question: Question; readonly read: ReadLists }) {
  const { client, feature } = question;
  const nowMs = useNow(1000);
  if (!read.ok) return <Problem phrase={describeFailure(read.failure)} />;
  const { entries, outcome } = explainFeature({ lists: read.lists, isExempt: false, nowMs });
  const isBlocked = outcome === 'blocked';
  const key = isBlocked ? 'explain.blocked' : 'explain.free';
  return (
    <div class="form" data-outcome={outcome}>
      <h2>
        <Sentence phrase={{ key, values: { client, feature } }} />
      </h2>
      <ol class="changes">
        {entries.map((entry, index) => (
          <EntryRow
            key={entry.list.list}
            entry={entry}
            role={!isBlocked ? 'explain.would' : index === 0 ? 'explain.decides' : 'explain.also'}
          />
        ))}
      </ol>
    </div>
  );
}

interface EntryRowProps {
  readonly entry: BlockingEntry<ExplainedList>;
  readonly role: 'explain.would' | 'explain.decides' | 'explain.also';
}

function EntryRow({ entry, role }: EntryRowProps) {
  const { t, language } = useApp();
  const { untilMs } = entry;
  const { list, lastChange } = entry.list;
  const state = { blocked: true, permanent: false, until: untilMs ?? LAST_MS };
  return (
    <li class="change">
      <div class="grow">
        <p class="what">
          <a class="name" href={routeTo('lists', list)}>
            <Text of={formatList(list, t)} />
          </a>
          <span>{formatEntry(state, t, language)}</span>
        </p>
        <p>{t(role)}</p>
        <LastChange change={lastChange} />
      </div>
    </li>
  );
}
