import { describe, expect, it } from '@jest/globals';
import { StoreLink } from '../../../rest-sidecar/src/snapshots/store-link.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';

describe('StoreLink', () => {
  it('is up while every part is, and tells each change once [G7]', () => {
    const logger = new RecordingLogger();
    const states: boolean[] = [];
    const link: StoreLink = new StoreLink(logger, () => states.push(link.isUp));
    const [events, votings] = [link.part('events'), link.part('votings')];
    expect(link.isUp).toBe(false);
    events.succeeded();
    votings.succeeded();
    votings.failed('Gone.');
    events.failed('Gone.');
    events.succeeded();
    expect(link.isUp).toBe(false);
    votings.succeeded();
    expect(states).toEqual([true, false, true]);
    expect(logger.at('warn')).toHaveLength(1);
  });

  it('is down when nobody tells of changes, until something is read', () => {
    const link = new StoreLink(new RecordingLogger(), () => undefined);
    const events = link.part('events');
    events.succeeded();
    link.failed('Lost.');
    expect(link.isUp).toBe(false);
    events.succeeded();
    expect(link.isUp).toBe(true);
  });
});
