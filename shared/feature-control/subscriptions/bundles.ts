import type { AnswerGroup } from './answer-group.ts';
import { AnswerGroups } from './answer-groups.ts';
import { Bundle } from './bundle.ts';

/** All that anybody has subscribed to. A bundle and a group last for as long as they have members. */
export class Bundles<Member> {
  readonly groups = new AnswerGroups<Bundle<Member>>();
  readonly #bundles = new Map<string, Bundle<Member>>();

  /** @returns the bundle of these groups, which is to get a member now */
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
