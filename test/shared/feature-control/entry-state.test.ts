import { describe, expect, it } from '@jest/globals';
import { assert, boolean, integer, option, property, string } from 'fast-check';
import {
  clientList,
  formatBlocklistName,
  GLOBAL_LIST,
  parseBlocklistName,
  serverList,
} from '../../../shared/feature-control/blocklist-name.ts';
import { formatState, LAST_MS, parseState, stateAt } from '../../../shared/feature-control/entry-state.ts';
import { anyCharacter } from '../../support/any-character.ts';

describe('the state of an entry', () => {
  it('round-trips through formatting and parsing', () => {
    const untils = option(integer({ min: 0, max: LAST_MS }), { nil: undefined });
    assert(
      property(boolean(), untils, (permanent, untilMs) => {
        expect(parseState(formatState({ permanent, untilMs }))).toEqual({ permanent, untilMs });
      }),
    );
  });

  it.each(['', 'Free', 'blocked,', ',until:1', 'until:', 'until:-1', 'until:1.5', 'blocked,until:x'])(
    'is not %j',
    (text) => {
      expect(parseState(text)).toBeUndefined();
    },
  );

  it('ends at its time', () => {
    const state = { permanent: false, untilMs: 100 };
    expect([99, 100].map((nowMs) => stateAt(state, nowMs).untilMs)).toEqual([100, undefined]);
  });
});

it('the name of a list round-trips through formatting and parsing', () => {
  assert(
    property(string({ unit: anyCharacter }), (name) => {
      for (const list of [GLOBAL_LIST, clientList(name), serverList(name)])
        expect(parseBlocklistName(formatBlocklistName(list))).toEqual(list);
    }),
  );
  expect(parseBlocklistName('team:red')).toBeUndefined();
});
