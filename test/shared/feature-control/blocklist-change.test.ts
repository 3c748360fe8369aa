import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  differenceOf,
  groupChanges,
  newestRedoable,
  newestUndoable,
  parseChanges,
  reversalOf,
} from '../../../shared/feature-control/blocklist-change.ts';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-change.ts';
import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import { BLOCKED, blockedUntil, FREE, isBlocked } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { ListContents } from '../../../shared/feature-control/list-contents.ts';

const anyState = fc.constantFrom<EntryState>(BLOCKED, blockedUntil(1), blockedUntil(2), {
  permanent: true,
  untilMs: 1,
});
const anyList = fc
  .dictionary(fc.constantFrom('fly', 'zoom', 'map', '__proto__', 'a/"\\\n'), anyState, {
    noNullPrototype: true,
  })
  .map((list): ListContents => new Map(Object.entries(list)));

/** Gives features of a list other states, as an edit does. */
function apply(list: ListContents, states: ListContents): ListContents {
  return new Map([...list, ...states].filter(([feature, state]) => isBlocked(states.get(feature) ?? state)));
}

describe('changes of features', () => {
  it('turn one list into the next, and their reversal turns the last into the first', () => {
    fc.assert(
      fc.property(fc.array(anyList, { minLength: 2, maxLength: 5 }), (lists) => {
        const changes = lists.slice(1).map((list, index) => differenceOf(lists[index] ?? list, list));
        for (const [index, difference] of changes.entries()) {
          const after = new Map(difference.map((change) => [change.feature, change.after]));
          expect(apply(lists[index] ?? new Map(), after)).toEqual(lists[index + 1]);
          expect(difference.map(({ feature }) => feature)).toEqual([...after.keys()].sort());
        }
        const reversal = reversalOf(changes.map((each) => ({ changes: each })).reverse());
        const last = lists.at(-1) ?? new Map<string, EntryState>();
        expect(apply(last, reversal.wanted)).toEqual(lists[0]);
        for (const [feature, state] of reversal.expected) expect(last.get(feature) ?? FREE).toEqual(state);
      }),
    );
  });

  it.each([
    '',
    '{}',
    '[]',
    '[["fly","free"]]',
    '[["","free","blocked"]]',
    '[["fly","free","banned"]]',
    '[null]',
  ])('are not %s', (text) => {
    expect(parseChanges(text)).toBeUndefined();
  });

  it('are grouped by their effect, in their order', () => {
    const change = (feature: string, before: EntryState, after: EntryState) => ({ feature, before, after });
    const changes = [
      change('a', FREE, BLOCKED),
      change('b', BLOCKED, FREE),
      change('c', FREE, BLOCKED),
      change('d', FREE, blockedUntil(1)),
      change('e', FREE, blockedUntil(2)),
    ];
    expect(groupChanges(changes).map(({ features }) => features)).toEqual([['a', 'c'], ['b'], ['d'], ['e']]);
    expect(groupChanges(changes)[1]).toEqual({ before: BLOCKED, after: FREE, features: ['b'] });
  });
});

describe('what undo and redo revert without an id', () => {
  const record = (id: string, undoes: readonly string[]): BlocklistChange => ({
    id,
    undoes,
    atMs: 0,
    list: GLOBAL_LIST,
    changes: [],
    total: 1,
    actor: 'Alex',
    source: 'game',
    reason: undefined,
    batch: undefined,
  });

  it('is the newest edit that is in effect, and the latest undo, for any sequence of edits, undos and redos', () => {
    const anyStep = fc.constantFrom('edit', 'undo', 'redo');
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 20 }), (steps) => {
        const history: BlocklistChange[] = [];
        const inEffect = new Set<string>();
        const undone: { readonly edit: string; readonly undo: string }[] = [];
        for (const [index, step] of steps.entries()) {
          const id = String(index).padStart(2, '0');
          const [lastEdit] = [...inEffect].sort().reverse();
          const lastUndo = undone.at(-1);
          expect(newestUndoable(history)?.id).toBe(lastEdit);
          expect(newestRedoable(history)?.id).toBe(lastUndo?.undo);
          if (step === 'edit') {
            inEffect.add(id);
            history.unshift(record(id, []));
          } else if (step === 'undo' && lastEdit !== undefined) {
            inEffect.delete(lastEdit);
            undone.push({ edit: lastEdit, undo: id });
            history.unshift(record(id, [lastEdit]));
          } else if (step === 'redo' && lastUndo !== undefined) {
            undone.pop();
            inEffect.add(lastUndo.edit);
            history.unshift(record(id, [lastUndo.undo]));
          }
        }
      }),
    );
  });
});
