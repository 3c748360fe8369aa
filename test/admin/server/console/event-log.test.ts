import { describe, expect, it } from '@jest/globals';
import { EventLog } from '../../../../admin/server/console/event-log.ts';

const SCOPE = 'blocklists:read';

describe('EventLog', () => {
  it('returns the events after an id', () => {
    const log = new EventLog('a');
    const before = log.latestId;
    const frames = ['1', '2'].map((data) => log.add('list', data, SCOPE).frame);
    expect(frames[0]).toBe('id: a-1\nevent: list\ndata: 1\n\n');
    expect(log.after(before)?.map(({ frame }) => frame)).toEqual(frames);
    expect(log.after('a-1')?.map(({ frame }) => frame)).toEqual(frames.slice(1));
    expect(log.after(log.latestId)).toEqual([]);
  });

  it.each(['b-1', 'a-2', '', `a-${'9'.repeat(30)}`])('knows nothing of %j', (id) => {
    const log = new EventLog('a');
    log.add('list', '1', SCOPE);
    expect(log.after(id)).toBeUndefined();
  });

  it('keeps 262,144 characters, and detects missing events', () => {
    const log = new EventLog('a');
    for (let index = 0; index < 300; index += 1) log.add('list', 'x'.repeat(1000), SCOPE);
    expect(log.after('a-0')).toBeUndefined();
    expect(log.after('a-10')).toBeUndefined();
    expect(log.after('a-299')).toHaveLength(1);
    expect(log.after('a-60')).toHaveLength(240);
  });
});
