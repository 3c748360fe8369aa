import { beforeEach, describe, expect, it } from '@jest/globals';
import { ListeningParts } from '../../../../shared/redis/changes/cluster-change-feed.ts';

describe('ListeningParts', () => {
  let reports: string[];
  let parts: ListeningParts;

  beforeEach(() => {
    reports = [];
    parts = new ListeningParts({
      keysChanged: (keys) => reports.push(...keys),
      anythingMayHaveChanged: () => reports.push('anything'),
      lost: () => reports.push('lost'),
    });
  });

  it('listens while all parts listen', () => {
    const one = parts.add('one');
    const other = parts.add('other');
    one.anythingMayHaveChanged();
    expect(reports).toEqual([]);
    other.anythingMayHaveChanged();
    other.lost();
    one.lost();
    one.anythingMayHaveChanged();
    other.anythingMayHaveChanged();
    expect(reports).toEqual(['anything', 'lost', 'anything']);
  });

  it('forwards the reports of each part, even while another is lost', () => {
    const one = parts.add('one');
    parts.add('other');
    one.keysChanged(['a', 'b']);
    expect(reports).toEqual(['a', 'b']);
  });

  it('reports a flush of one part', () => {
    const one = parts.add('one');
    one.anythingMayHaveChanged();
    one.anythingMayHaveChanged();
    expect(reports).toEqual(['anything', 'anything']);
  });

  it('does not listen until a new part does, and ignores removed parts', () => {
    parts.add('one').anythingMayHaveChanged();
    parts.add('new');
    expect(reports).toEqual(['anything', 'lost']);
    parts.remove('new');
    expect(reports).toEqual(['anything', 'lost', 'anything']);
  });

  it('does not listen without any part', () => {
    parts.add('one').anythingMayHaveChanged();
    parts.remove('one');
    expect(reports).toEqual(['anything', 'lost']);
  });
});
