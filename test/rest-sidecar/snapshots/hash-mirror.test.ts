import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HashMirror } from '../../../rest-sidecar/src/snapshots/hash-mirror.ts';
import type { HashDifference } from '../../../rest-sidecar/src/snapshots/hash-mirror.ts';
import { FakeHashSource } from './fake-hash-source.ts';

/** What was read, kept by nothing but the differences. */
class Follower {
  readonly fields = new Map<string, string>();

  apply({ written, removed }: HashDifference): void {
    for (const [field, text] of written) this.fields.set(field, text);
    for (const field of removed) this.fields.delete(field);
  }
}

/** More steps than any of these hashes needs: without an end, it would go on for ever. */
const MOST_STEPS = 100;

/** All steps that are due, as one difference. */
async function readAll(mirror: HashMirror): Promise<HashDifference> {
  const written = new Map<string, string>();
  const removed: string[] = [];
  for (let steps = 0; mirror.isDue(); steps++) {
    if (steps > MOST_STEPS) throw new Error('It does not end.');
    const difference = await mirror.step();
    for (const [field, text] of difference.written) written.set(field, text);
    removed.push(...difference.removed);
  }
  return { written, removed };
}

async function readNoted(mirror: HashMirror): Promise<HashDifference> {
  mirror.noteChange();
  return await readAll(mirror);
}

const field = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', '7', 'ü');
const change = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), field, text: fc.constantFrom('1', '2', '3') }),
  fc.record({ kind: fc.constant('delete' as const), field }),
  fc.record({ kind: fc.constant('flush' as const) }),
  fc.record({ kind: fc.constant('note' as const) }),
  fc.record({ kind: fc.constant('step' as const) }),
  fc.record({ kind: fc.constant('read' as const) }),
);

function fill(source: FakeHashSource, count = 200): void {
  for (let index = 0; index < count; index++) source.fields.set(`field ${index}`, 'text');
}

describe('HashMirror', () => {
  it('knows the hash when all is noted and read, whatever happened in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 60 }), async (changes) => {
        const [source, follower] = [new FakeHashSource(), new Follower()];
        const mirror = new HashMirror(source, 'key');
        for (const next of [...changes, { kind: 'read' as const }]) {
          if (next.kind === 'set') source.fields.set(next.field, next.text);
          else if (next.kind === 'delete') source.fields.delete(next.field);
          else if (next.kind === 'flush') source.fields.clear();
          else if (next.kind === 'note') mirror.noteChange();
          else if (next.kind === 'step') {
            if (mirror.isDue()) follower.apply(await mirror.step());
          } else {
            follower.apply(await readNoted(mirror));
            expect(follower.fields).toEqual(source.fields);
          }
        }
        expect(mirror.isComplete).toBe(true);
        expect(mirror.someFields(3)).toHaveLength(Math.min(3, source.fields.size));
        expect(mirror.isEmpty).toBe(source.fields.size === 0);
      }),
      { numRuns: 500 },
    );
  });

  it('tells nothing of a hash that did not change, and of one that did no more than that', async () => {
    const source = new FakeHashSource();
    fill(source);
    const mirror = new HashMirror(source, 'key');
    await readNoted(mirror);
    expect(await readNoted(mirror)).toEqual({ written: new Map(), removed: [] });
    source.fields.set('field 7', 'new');
    source.fields.delete('field 8');
    expect(await readNoted(mirror)).toEqual({ written: new Map([['field 7', 'new']]), removed: ['field 8'] });
  });

  it('asks for all names only where there are more or fewer than are known', async () => {
    const source = new FakeHashSource();
    fill(source);
    const mirror = new HashMirror(source, 'key');
    await readNoted(mirror);
    source.asked.names = 0;
    source.fields.set('field 7', 'new');
    await readNoted(mirror);
    expect(source.asked.names).toBe(0);
    source.fields.set('field 200', 'text');
    await readNoted(mirror);
    expect(source.asked.names).toBe(1);
    source.fields.delete('field 8');
    await readNoted(mirror);
    expect(source.asked.names).toBe(2);
  });

  it('reads what is new before all that is known', async () => {
    const source = new FakeHashSource();
    fill(source, 5000);
    const mirror = new HashMirror(source, 'key');
    await readNoted(mirror);
    source.fields.set('field 5000', 'text');
    mirror.noteChange();
    await mirror.step();
    await mirror.step();
    expect((await mirror.step()).written).toEqual(new Map([['field 5000', 'text']]));
  });

  it('finds what came in the place of another', async () => {
    const source = new FakeHashSource();
    fill(source, 2000);
    const mirror = new HashMirror(source, 'key');
    await readNoted(mirror);
    source.fields.delete('field 8');
    source.fields.set('field 2000', 'text');
    expect(await readNoted(mirror)).toEqual({
      written: new Map([['field 2000', 'text']]),
      removed: ['field 8'],
    });
  });

  it('holds Redis up for the names no oftener than four times in a turn, however much is added', async () => {
    const source = new FakeHashSource();
    fill(source, 10_000);
    const mirror = new HashMirror(source, 'key');
    await readNoted(mirror);
    source.asked.names = 0;
    source.asked.texts = 0;
    for (let added = 0; added < 200; added++) {
      source.fields.set(`added ${added}`, 'text');
      mirror.noteChange();
      for (let steps = 0; steps < 4; steps++) await mirror.step();
    }
    const turns = source.asked.texts / source.fields.size;
    expect(turns).toBeGreaterThan(2);
    expect(source.asked.names).toBeLessThanOrEqual(Math.ceil(4 * turns));
    await readNoted(mirror);
    expect(mirror.someFields(20_000)).toHaveLength(10_200);
  });

  it('tells at once that what changed lately is gone', async () => {
    const source = new FakeHashSource();
    fill(source);
    const mirror = new HashMirror(source, 'key');
    await readNoted(mirror);
    source.fields.set('field 7', 'new');
    await readNoted(mirror);
    source.fields.delete('field 7');
    mirror.noteChange();
    expect(await mirror.step()).toEqual({ written: new Map(), removed: ['field 7'] });
  });

  it('asks first for what changed lately, so that it shows in the first step', async () => {
    const source = new FakeHashSource();
    fill(source, 5000);
    const mirror = new HashMirror(source, 'key');
    await readNoted(mirror);
    source.fields.set('field 4321', 'new');
    await readNoted(mirror);
    source.fields.set('field 4321', 'newer');
    mirror.noteChange();
    expect(await mirror.step()).toEqual({ written: new Map([['field 4321', 'newer']]), removed: [] });
    expect(mirror.isDue()).toBe(true);
  });

  it('goes on with the comparison when more is noted, instead of beginning again', async () => {
    const source = new FakeHashSource();
    fill(source, 6000);
    const mirror = new HashMirror(source, 'key');
    await readNoted(mirror);
    mirror.noteChange();
    await mirror.step();
    await mirror.step();
    source.asked.texts = 0;
    source.fields.set('field 5999', 'new');
    mirror.noteChange();
    const seen: boolean[] = [];
    while (mirror.isDue()) seen.push((await mirror.step()).written.has('field 5999'));
    expect(seen).toContain(true);
    // A turn, beside what was on its way.
    expect(source.asked.texts).toBe(6000);
  });

  it('knows at once that all is gone', async () => {
    const source = new FakeHashSource();
    fill(source);
    const mirror = new HashMirror(source, 'key');
    await readNoted(mirror);
    source.fields.clear();
    mirror.noteChange();
    expect((await mirror.step()).removed).toHaveLength(200);
    expect(mirror.isDue()).toBe(false);
  });

  it('leaves out a field whose name is not UTF-8, and finds the others', async () => {
    const source = new FakeHashSource();
    source.fields.set('\ufffd', 'text');
    source.fields.set('a', 'text');
    const mirror = new HashMirror(source, 'key');
    expect((await readNoted(mirror)).written).toEqual(new Map([['a', 'text']]));
    source.fields.set('b', 'text');
    source.fields.delete('a');
    expect(await readNoted(mirror)).toEqual({ written: new Map([['b', 'text']]), removed: ['a'] });
    source.fields.delete('\ufffd');
    source.fields.set('c', 'text');
    expect(await readNoted(mirror)).toEqual({ written: new Map([['c', 'text']]), removed: [] });
  });

  it('has the same steps to go after a failure', async () => {
    const source = new FakeHashSource();
    fill(source);
    const mirror = new HashMirror(source, 'key');
    const asked = { times: 0 };
    for (const name of ['size', 'names', 'read'] as const) {
      const real = source[name].bind(source) as () => Promise<never>;
      const sometimes = async (...args: []): Promise<never> => {
        asked.times++;
        return asked.times % 100 < 7 ? await Promise.reject(new Error('Gone.')) : await real(...args);
      };
      Object.assign(source, { [name]: sometimes });
    }
    const follower = new Follower();
    for (const text of ['text', 'new']) {
      source.fields.set('field 7', text);
      mirror.noteChange();
      for (let steps = 0; mirror.isDue() && steps < MOST_STEPS; steps++) {
        await mirror.step().then(
          (difference) => {
            follower.apply(difference);
          },
          () => undefined,
        );
      }
      expect(follower.fields).toEqual(source.fields);
    }
  });
});
