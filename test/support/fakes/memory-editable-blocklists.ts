import type {
  BlocklistName,
  EditableBlocklists,
} from '../../../shared/feature-control/editable-blocklists.ts';

/** Lists in memory; while `failure` is set, nothing can be read or written. */
export class MemoryEditableBlocklists implements EditableBlocklists {
  failure: Error | undefined;
  readonly #lists = new Map<BlocklistName, Set<string>>();

  async add(list: BlocklistName, feature: string): Promise<boolean> {
    const features = await this.#features(list);
    const isNew = !features.has(feature);
    this.#lists.set(list, features.add(feature));
    return isNew;
  }

  async remove(list: BlocklistName, feature: string): Promise<boolean> {
    return (await this.#features(list)).delete(feature);
  }

  async has(list: BlocklistName, feature: string): Promise<boolean> {
    return (await this.#features(list)).has(feature);
  }

  async size(list: BlocklistName): Promise<number> {
    return (await this.#features(list)).size;
  }

  async some(list: BlocklistName, prefix: string, most: number): Promise<readonly string[]> {
    return [...(await this.#features(list))].filter((name) => name.startsWith(prefix)).slice(0, most);
  }

  #features(list: BlocklistName): Promise<Set<string>> {
    return this.failure === undefined
      ? Promise.resolve(this.#lists.get(list) ?? new Set())
      : Promise.reject(this.failure);
  }
}
