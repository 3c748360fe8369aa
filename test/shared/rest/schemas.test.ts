import { describe, expect, it } from '@jest/globals';
import { validators } from '../../../shared/rest/validators.js';
import { fieldsIn, fieldsOf, RECORD_KINDS } from '../../support/http/stored-records.ts';
import { responses } from '../../support/response-validators.ts';

describe('the schemas of the REST resources', () => {
  it('fix the fields of HealthResponse [D-HEALTH-1, D-HEALTH-2]', () => {
    expect(responses.health({ status: 'ok' })).toBe(true);
    expect(responses.health({})).toBe(true);
    expect(responses.health({ status: 1 })).toBe(false);
    expect(responses.health({ status: 'ok', version: '1' })).toBe(false);
  });

  it('fix the fields of ErrorResponse [D-ERROR-1, D-ERROR-2]', () => {
    expect(responses.error({ error: 'No.' })).toBe(true);
    expect(responses.error({})).toBe(true);
    expect(responses.error({ error: 404 })).toBe(false);
    expect(responses.error({ error: 'No.', code: 404 })).toBe(false);
  });

  it('exclude empty lists where lists are keyed by server [R-EVENTS-3, R-VOTINGS-3]', () => {
    expect(responses.eventsByServer({ lobby: [] })).toBe(false);
    expect(responses.votingsByServer({ lobby: [] })).toBe(false);
  });

  it.each([
    ['server', { displayName: 'Lobby', players: 3 }, { displayName: 5 }],
    ['event', { server: 's', name: 'n', startsAt: 1, prize: null }, { server: 's', name: 'n', endsAt: '1' }],
    ['voting', { server: 's', title: 't', candidates: [] }, { server: 's', title: 't' }],
    [
      'voting',
      { server: 's', title: 't', candidates: [{ id: 'a', name: 'A' }] },
      { server: 's', title: 't', candidates: [{ id: 'a' }] },
    ],
  ] as const)(
    'allow additional fields in a stored %s, and validate the others [G5, G26]',
    (name, good, bad) => {
      expect(validators[name](good)).toBe(true);
      expect(validators[name](bad)).toBe(false);
      expect(validators[name]([])).toBe(false);
      expect(validators[name](null)).toBe(false);
    },
  );
});

describe.each(RECORD_KINDS)('the record of a $kind', ({ stored, served }) => {
  it.each(fieldsOf(stored))('is served with its stored field %s', (field) => {
    expect(fieldsOf(served)).toContain(field);
  });

  it.each(fieldsOf(served))('has an example with its field %s', (field) => {
    expect((served.examples ?? []).flatMap(fieldsIn)).toContain(field);
  });
});
