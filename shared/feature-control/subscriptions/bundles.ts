import type { AnswerGroup } from './answer-group.ts';
import { AnswerGroups } from './answer-groups.ts';
import { Bundle } from './bundle.ts';

/** The subscriptions of all players. A bundle or group exists as long as it has members. */
export class Bundles<Member> {
  readonly groups = new AnswerGroups<Bundle<Member>>();
  readonly #bundles = new Map<string, Bundle<Member>>();

  /** Finds or stores the bundle of these groups, before a member is added to it. */
  keep(groups: readonly AnswerGroup<Bundle<Member>>[]): Bundle<Member> {
    const kept = groups.map((group) => this.groups.keep(group));
    const key = kept.map((group) => group.key).join('\n');
    let bundle = this.#bundles.get(key);
    if (bundle === undefined) {
      bundle = new Bundle<Member>(key, kept);
      this.#bundles.set(key, bundle);
      for (const group of kept) group.members.add(bundle);
    }
    return bundle;
  }

  leave(bundle: Bundle<Member>, member: Member): void {
    bundle.members.delete(member);
    this.dropIfEmpty(bundle);
  }

  dropIfEmpty(bundle: Bundle<Member>): void {
    if (bundle.members.size > 0) return;
    this.#bundles.delete(bundle.key);
    for (const group of bundle.groups) this.groups.leave(group, bundle);
  }

  clear(): void {
    this.#bundles.clear();
    this.groups.clear();
  }
}
