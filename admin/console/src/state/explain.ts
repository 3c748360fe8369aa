import type { ListedFeature } from '../../../../shared/feature-control/explain-feature.ts';
import type { Failure } from './api.ts';
import { readEntry } from './edits.ts';
import type { Change } from './api-types.ts';
import type { Store } from './store.ts';

/** Limits how many lists of game servers are read. */
const MAX_SERVERS = 100;

/** A question of the page Explain: whether the feature is blocked for the client. */
export interface Question {
  readonly client: string;
  readonly feature: string;
  /** The game server that the player is on; empty for none. */
  readonly server: string;
}

/** A list that was read for an explanation. */
export interface ExplainedList {
  readonly list: string;
  readonly lastChange: Change | undefined;
}

export type ReadLists =
  | { readonly ok: true; readonly lists: readonly ListedFeature<ExplainedList>[] }
  | { readonly ok: false; readonly failure: Failure };

/** Reads the entries that decide whether a feature is blocked for a client, with the last change of each. */
export async function readForExplanation(store: Store, question: Question): Promise<ReadLists> {
  const { client, feature, server } = question;
  const applicable = ['global', `client:${client}`, ...(server === '' ? [] : [`server:${server}`])];
  const servers = [...(store.lists?.keys() ?? [])].filter((list) => list.startsWith('server:'));
  const lists = [...new Set([...applicable, ...servers.slice(0, MAX_SERVERS)])];
  const answers = await Promise.all(
    lists.map(async (list) => ({ list, answer: await readEntry(store, { list, feature }) })),
  );
  const found: ListedFeature<ExplainedList>[] = [];
  for (const { list, answer } of answers) {
    if (!answer.ok) return { ok: false, failure: answer.failure };
    const { lastChange, permanent, until } = answer.body;
    const applies = applicable.includes(list);
    found.push({ list: { list, lastChange }, isInSet: permanent, untilMs: until, applies });
  }
  return { ok: true, lists: found };
}
