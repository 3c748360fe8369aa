import type { PlayerScope } from '../player-scope.ts';
import { AnswerGroup, groupKey } from './answer-group.ts';

/** The groups of all subscriptions. Each lasts for as long as it has members. */
export class AnswerGroups<Member> {
  readonly #groups = new Map<string, AnswerGroup<Member>>();
  readonly #byClient = new Map<string, Set<AnswerGroup<Member>>>();
  #generation = 0;

  /** Counts the changes of the global list: a group that was looked up before one is stale. */
  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#groups.size;
  }

  /** @returns a group that may have no members yet, and is not kept then */
  find(client: string, features: readonly string[], scope: PlayerScope): AnswerGroup<Member> {
    const key = groupKey(client, features, scope);
    return this.#groups.get(key) ?? new AnswerGroup<Member>(client, features, scope);
  }

  /** Keeps the group, now that it gets a member. @returns the one that was kept meanwhile, where one was */
  keep(group: AnswerGroup<Member>): AnswerGroup<Member> {
    const kept = this.#groups.get(group.key);
    if (kept !== undefined) return kept;
    this.#groups.set(group.key, group);
    const ofClient = this.#byClient.get(group.client);
    if (ofClient === undefined) this.#byClient.set(group.client, new Set([group]));
    else ofClient.add(group);
    return group;
  }

  leave(group: AnswerGroup<Member>, member: Member): void {
    group.members.delete(member);
    if (group.members.size > 0) return;
    this.#groups.delete(group.key);
    const ofClient = this.#byClient.get(group.client);
    ofClient?.delete(group);
    if (ofClient?.size === 0) this.#byClient.delete(group.client);
  }

  /** Every group has to be looked up again. */
  markAllStale(): void {
    this.#generation += 1;
  }

  /** The list of one client has changed. @returns the groups that have to be looked up again */
  markStale(client: string): Iterable<AnswerGroup<Member>> {
    const groups = this.#byClient.get(client) ?? [];
    for (const group of groups) group.markStale();
    return groups;
  }

  clear(): void {
    this.#groups.clear();
    this.#byClient.clear();
  }
}
