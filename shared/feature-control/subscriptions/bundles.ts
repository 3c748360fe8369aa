import { isSameScope } from '../player-scope.ts';
import type { PlayerScope } from '../player-scope.ts';
import type { AnswerGroup } from './answer-group.ts';
import { AnswerGroups } from './answer-groups.ts';
import { Bundle } from './bundle.ts';

/** The subscriptions of all players. A bundle or group exists as long as it has members. */
export class Bundles<Member> {
  readonly groups = new AnswerGroups<Bundle<Member>>();
  readonly #bundles = new Map<string, Bundle<Member>>();

  /** Returns the bundle of these groups; if there is none, stores one before its first member is added. */
  getOrAdd(groups: readonly AnswerGroup<Bundle<Member>>[]): Bundle<Member> {
    const stored = groups.map((group) => this.groups.getOrAdd(group));
    const key = stored.map((group) => group.key).join('\n');
    let bundle = this.#bundles.get(key);
    if (bundle === undefined) {
      bundle = new Bundle<Member>(key, stored);
      this.#bundles.set(key, bundle);
      for (const group of stored) group.members.add(bundle);
    }
    return bundle;
  }

  /** Returns the bundle with the same subscriptions for players of that scope. */
  inScope(bundle: Bundle<Member>, scope: PlayerScope): Bundle<Member> {
    if (bundle.groups.every((group) => isSameScope(group.scope, scope))) return bundle;
    return this.getOrAdd(
      bundle.groups.map(({ client, features }) => this.groups.find(client, features, scope)),
    );
  }

  removeMember(bundle: Bundle<Member>, member: Member): void {
    bundle.members.delete(member);
    this.dropIfEmpty(bundle);
  }

  dropIfEmpty(bundle: Bundle<Member>): void {
    if (bundle.members.size > 0) return;
    this.#bundles.delete(bundle.key);
    for (const group of bundle.groups) this.groups.removeMember(group, bundle);
  }

  clear(): void {
    this.#bundles.clear();
    this.groups.clear();
  }
}
