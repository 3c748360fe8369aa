import type { ListedFeature } from '../../../../shared/feature-control/explain-feature.ts';
import type { Failure } from './api.ts';
import { readEntry } from './edits.ts';
import type { Change } from './shapes.ts';
import type { Store } from './store.ts';

/** Lists of game servers that are looked at. */
const MOST_SERVERS = 100;

/** What is asked: what a mod would be answered about a feature. */
export interface Question {
  readonly client: string;
  readonly feature: string;
  /** The game server that the player is on; empty for none. */
  readonly server: string;
}

/** One list that has been looked at. */
export interface ExplainedList {
  readonly list: string;
  readonly lastChange: Change | undefined;
}

export type Read =
  | { readonly ok: true; readonly lists: readonly ListedFeature<ExplainedList>[] }
  | { readonly ok: false; readonly failure: Failure };

/** Reads what decides whether a feature is blocked for a mod, with who has changed it last. */
export async function readForExplanation(store: Store, { client, feature, server }: Question): Promise<Read> {
  const counting = ['global', `client:${client}`, ...(server === '' ? [] : [`server:${server}`])];
  const servers = [...(store.lists?.keys() ?? [])].filter((list) => list.startsWith('server:'));
  const lists = [...new Set([...counting, ...servers.slice(0, MOST_SERVERS)])];
  const answers = await Promise.all(
    lists.map(async (list) => ({ list, answer: await readEntry(store, { list, feature }) })),
  );
  const found: ListedFeature<ExplainedList>[] = [];
  for (const { list, answer } of answers) {
    if (!answer.ok) return { ok: false, failure: answer.failure };
    const { lastChange, permanent, until } = answer.body;
    const applies = counting.includes(list);
    found.push({ list: { list, lastChange }, isInSet: permanent, untilMs: until, applies });
  }
  return { ok: true, lists: found };
}
