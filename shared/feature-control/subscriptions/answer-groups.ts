import type { PlayerScope } from '../player-scope.ts';
import { AnswerGroup, groupKey } from './answer-group.ts';

/** The groups of all subscriptions. A group exists as long as it has members. */
export class AnswerGroups<Member> {
  readonly #groups = new Map<string, AnswerGroup<Member>>();
  readonly #byClient = new Map<string, Set<AnswerGroup<Member>>>();
  #generation = 0;

  /**
   * Increases whenever every group becomes stale. A group that was looked up in an earlier generation is
   * stale.
   */
  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#groups.size;
  }

  /** Finds a group, or creates one without members, which is not stored until `getOrAdd`. */
  find(client: string, features: readonly string[], scope: PlayerScope): AnswerGroup<Member> {
    const key = groupKey(client, features, scope);
    return this.#groups.get(key) ?? new AnswerGroup<Member>(client, features, scope);
  }

  /**
   * Stores the group before its first member is added.
   * @returns the group, or the one with the same key, if another was stored in between
   */
  getOrAdd(group: AnswerGroup<Member>): AnswerGroup<Member> {
    const stored = this.#groups.get(group.key);
    if (stored !== undefined) return stored;
    this.#groups.set(group.key, group);
    const ofClient = this.#byClient.get(group.client);
    if (ofClient === undefined) this.#byClient.set(group.client, new Set([group]));
    else ofClient.add(group);
    return group;
  }

  removeMember(group: AnswerGroup<Member>, member: Member): void {
    group.members.delete(member);
    if (group.members.size > 0) return;
    this.#groups.delete(group.key);
    const ofClient = this.#byClient.get(group.client);
    ofClient?.delete(group);
    if (ofClient?.size === 0) this.#byClient.delete(group.client);
  }

  /** Makes every group look up its answer again. */
  markAllStale(): void {
    this.#generation += 1;
  }

  /**
   * Marks the groups of one client stale, after its list has changed.
   * @returns these groups
   */
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
