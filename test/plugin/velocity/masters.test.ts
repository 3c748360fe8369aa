import { beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionLog } from '../../../plugin/src/velocity/redis/connection-log.ts';
import { Masters, type MasterConnection } from '../../../plugin/src/velocity/redis/masters.ts';
import type { RedisAsyncCommands } from '../../../plugin/types/lettuce.ts';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';

const at = (host: string) => ({ host, port: 1 });

class FakeConnection implements MasterConnection {
  commands: RedisAsyncCommands | undefined;
  state: 'new' | 'open' | 'closed' = 'new';
  readonly up: () => void;
  readonly down: (cause: unknown) => void;

  constructor({ up, down }: Pick<FakeConnection, 'up' | 'down'>) {
    this.up = up;
    this.down = down;
  }

  open(): void {
    this.state = 'open';
  }

  close(): void {
    this.state = 'closed';
  }

  connect(): void {
    this.commands = {} as RedisAsyncCommands;
    this.up();
  }

  lose(cause: string): void {
    this.commands = undefined;
    this.down(new Error(cause));
  }
}

describe('Masters', () => {
  let logger: RecordingLogger;
  let log: ConnectionLog;
  let opened: Map<string, FakeConnection>;
  let masters: Masters;
  let found: string[][];

  const connection = (host: string): FakeConnection => {
    const found = opened.get(host);
    if (found === undefined) throw new Error(`no connection to ${host} was created`);
    return found;
  };

  beforeEach(() => {
    logger = new RecordingLogger();
    log = new ConnectionLog(logger, 'one:1, two:1', true);
    opened = new Map();
    found = [];
    masters = new Masters(({ host }, state) => {
      const created = new FakeConnection(state);
      opened.set(host, created);
      return created;
    }, log);
    masters.watch((nodes) => found.push(nodes.map(({ host }) => host)));
    masters.set([at('one'), at('two')]);
  });

  it('are fully connected when all are, and log a loss and a reconnection once', async () => {
    connection('one').connect();
    expect(masters.isFullyConnected).toBe(false);
    connection('two').connect();
    await log.attempted;
    expect(masters.isFullyConnected).toBe(true);
    connection('one').lose('gone');
    connection('two').lose('gone, too');
    connection('one').connect();
    connection('two').connect();
    expect(logger.records.map(({ message }) => message)).toEqual([
      'Connected to Redis at one:1, two:1',
      'Redis at one:1, two:1 is unreachable, reconnecting: gone',
      'Reconnected to Redis at one:1, two:1',
    ]);
  });

  it('fulfil the first attempt when it fails', async () => {
    connection('one').lose('refused');
    await log.attempted;
    expect(logger.at('warn')).toHaveLength(1);
  });

  it('fulfil the first attempt when they are closed before it has ended', async () => {
    connection('one').connect();
    masters.close();
    await log.attempted;
    expect(logger.records).toEqual([]);
  });

  it('disconnect from a replaced master, which is a loss, connect to its successor, and notify the watchers', () => {
    let losses = 0;
    masters.onConnectionLost(() => (losses += 1));
    masters.set([at('two'), at('three')]);
    expect(losses).toBe(1);
    expect([connection('one').state, connection('two').state, connection('three').state]).toEqual([
      'closed',
      'open',
      'open',
    ]);
    expect(found).toEqual([
      ['one', 'two'],
      ['two', 'three'],
    ]);
    masters.watch((nodes) => found.push(nodes.map(({ host }) => host)));
    expect(found.at(-1)).toEqual(['two', 'three']);
  });

  it('stay the same for the same nodes, and for an empty list', () => {
    masters.set([at('two'), at('one')]);
    masters.set([]);
    expect(found).toHaveLength(1);
    expect(masters.all()).toHaveLength(2);
  });

  it('open no connections once closed', () => {
    masters.close();
    masters.set([at('three')]);
    expect([...opened.keys()]).toEqual(['one', 'two']);
    expect(connection('one').state).toBe('closed');
  });
});
