import type { HashSource } from '../../../rest-sidecar/src/snapshots/hash-source.ts';

/** A hash in memory. */
export class FakeHashSource implements HashSource {
  readonly fields = new Map<string, string>();
  /** Texts that were asked for, and how often all names were. */
  readonly asked = { texts: 0, names: 0 };

  size(): Promise<number> {
    return Promise.resolve(this.fields.size);
  }

  names(): Promise<readonly string[]> {
    this.asked.names++;
    return Promise.resolve([...this.fields.keys()]);
  }

  read(_key: string, fields: readonly string[]): Promise<readonly (string | null)[]> {
    this.asked.texts += fields.length;
    return Promise.resolve(fields.map((field) => this.fields.get(field) ?? null));
  }

  readEach(): Promise<never> {
    throw new Error('not asked for here');
  }
}
