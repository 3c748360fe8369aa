import { beforeEach, describe, expect, it } from '@jest/globals';
import { CombinedListener } from '../../../../shared/redis/changes/cluster-change-feed.ts';

describe('CombinedListener', () => {
  let reports: string[];
  let combined: CombinedListener;

  beforeEach(() => {
    reports = [];
    combined = new CombinedListener({
      keysChanged: (keys) => reports.push(...keys),
      anythingMayHaveChanged: () => reports.push('anything'),
      lost: () => reports.push('lost'),
    });
  });

  it('listens while all parts listen', () => {
    const one = combined.add('one');
    const other = combined.add('other');
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
    const one = combined.add('one');
    combined.add('other');
    one.keysChanged(['a', 'b']);
    expect(reports).toEqual(['a', 'b']);
  });

  it('reports a flush of one part', () => {
    const one = combined.add('one');
    one.anythingMayHaveChanged();
    one.anythingMayHaveChanged();
    expect(reports).toEqual(['anything', 'anything']);
  });

  it('does not listen until a new part does, and ignores removed parts', () => {
    combined.add('one').anythingMayHaveChanged();
    combined.add('new');
    expect(reports).toEqual(['anything', 'lost']);
    combined.remove('new');
    expect(reports).toEqual(['anything', 'lost', 'anything']);
  });

  it('does not listen without any part', () => {
    combined.add('one').anythingMayHaveChanged();
    combined.remove('one');
    expect(reports).toEqual(['anything', 'lost']);
  });
});
