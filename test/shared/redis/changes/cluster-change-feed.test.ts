import { beforeEach, describe, expect, it } from '@jest/globals';
import { ListeningParts } from '../../../../shared/redis/changes/cluster-change-feed.ts';

describe('ListeningParts', () => {
  let said: string[];
  let parts: ListeningParts;

  beforeEach(() => {
    said = [];
    parts = new ListeningParts({
      keysChanged: (keys) => said.push(...keys),
      anythingMayHaveChanged: () => said.push('anything'),
      lost: () => said.push('lost'),
    });
  });

  it('listens once all parts do, and until the first of them is lost', () => {
    const one = parts.add('one');
    const other = parts.add('other');
    one.anythingMayHaveChanged();
    expect(said).toEqual([]);
    other.anythingMayHaveChanged();
    other.lost();
    one.lost();
    one.anythingMayHaveChanged();
    other.anythingMayHaveChanged();
    expect(said).toEqual(['anything', 'lost', 'anything']);
  });

  it('passes on the reports of each part, even while another is lost', () => {
    const one = parts.add('one');
    parts.add('other');
    one.keysChanged(['a', 'b']);
    expect(said).toEqual(['a', 'b']);
  });

  it('reports a flush of one part', () => {
    const one = parts.add('one');
    one.anythingMayHaveChanged();
    one.anythingMayHaveChanged();
    expect(said).toEqual(['anything', 'anything']);
  });

  it('does not listen until a new part does, and ignores removed parts', () => {
    parts.add('one').anythingMayHaveChanged();
    parts.add('new');
    expect(said).toEqual(['anything', 'lost']);
    parts.remove('new');
    expect(said).toEqual(['anything', 'lost', 'anything']);
  });

  it('does not listen without any part', () => {
    parts.add('one').anythingMayHaveChanged();
    parts.remove('one');
    expect(said).toEqual(['anything', 'lost']);
  });
});
