import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Config } from '../../plugin/src/config/parse-config.ts';
import { CurrentService } from '../../plugin/src/current-service.ts';
import type {
  Configured,
  DroppedLists,
  ReadSettings,
  Replaceable,
} from '../../plugin/src/current-service.ts';
import { deferred } from '../support/fakes/deferred.ts';
import { readDefaultConfig } from '../support/default-config.ts';
import { RecordingLogger } from '../support/fakes/recording-logger.ts';

const DEFAULT = readDefaultConfig();
const BUSY = 'the settings are already being read';
const STOPPING = 'the proxy is stopping';
const OUT_OF_REACH = 'Redis cannot be reached with these settings';

/** A service that starts and stops when a test says so. */
class FakeService implements Replaceable {
  readonly config: Config;
  isConnected = true;
  /** The time that it was given for its requests, each time that it was stopped. */
  readonly stops: number[] = [];
  readonly started = deferred();
  stopped = Promise.resolve();

  constructor(config: Config) {
    this.config = config;
  }

  async start(): Promise<void> {
    await this.started.promise;
  }

  async stop(drainMs: number): Promise<void> {
    this.stops.push(drainMs);
    await this.stopped;
  }
}

describe('the service that answers', () => {
  let created: FakeService[];
  let applied: Config[];
  let written: Config | string;
  let logger: RecordingLogger;
  let handedOver: [FakeService, FakeService][];
  let dropped: DroppedLists | undefined;
  let current: CurrentService<FakeService>;

  const read = (): ReadSettings => {
    const config = written;
    return typeof config === 'string'
      ? { ok: false, message: config }
      : { ok: true, config, apply: () => void applied.push(config) };
  };

  const create = (config: Config): FakeService => {
    const service = new FakeService(config);
    created.push(service);
    return service;
  };

  beforeEach(() => {
    [created, applied, logger] = [[], [], new RecordingLogger()];
    written = { ...DEFAULT, log: { level: 'debug' } };
    handedOver = [];
    const handOver = (previous: Configured<FakeService>, following: Configured<FakeService>) => {
      handedOver.push([previous.service, following.service]);
      return dropped;
    };
    dropped = undefined;
    current = new CurrentService({ config: DEFAULT, create, handOver, read, logger });
  });

  const first = (): FakeService => serviceNumber(0);
  const next = (): FakeService => serviceNumber(1);
  const serviceNumber = (index: number): FakeService => {
    const service = created[index];
    if (service === undefined) throw new Error(`There is no service ${index}`);
    return service;
  };

  /** Whatever went wrong: the previous one stays in use, untouched. */
  const expectUnchanged = (): void => {
    expect(current.service).toBe(first());
    expect(current.config).toBe(DEFAULT);
    expect(applied).toEqual([]);
    expect(logger.records).toEqual([]);
  };

  it('is replaced by a reload once the new one has reached Redis, and ends with time for its requests [G55]', async () => {
    const reloading = current.reload();
    expectUnchanged();
    next().started.resolve();
    expect(await reloading).toStrictEqual({ ok: true });
    expect(current.service).toBe(next());
    expect(current.config).toBe(written);
    expect(applied).toEqual([written]);
    expect(first().stops).toEqual([2000]);
    expect(next().stops).toEqual([]);
    expect(logger.at('info')).toHaveLength(1);
  });

  it('hands over what is in memory before the new one starts, and says what is dropped where that is another Redis', async () => {
    dropped = { lists: 2, features: 5 };
    const reloading = current.reload();
    expect(handedOver).toStrictEqual([[first(), next()]]);
    next().started.resolve();
    expect(await reloading).toStrictEqual({ ok: true, dropped: { lists: 2, features: 5 } });
  });

  it('keeps running where the settings are wrong, and nothing is made of them', async () => {
    written = 'config.toml, line 3: there is no setting redis.ulr';
    expect(await current.reload()).toStrictEqual({ ok: false, problem: written });
    expect(created).toHaveLength(1);
    expect(first().stops).toEqual([]);
    expectUnchanged();
  });

  it('keeps running where the new Redis is unreachable, and the new service is ended', async () => {
    const reloading = current.reload();
    next().isConnected = false;
    next().started.resolve();
    expect(await reloading).toStrictEqual({ ok: false, problem: OUT_OF_REACH });
    expect(next().stops).toEqual([0]);
    expect(first().stops).toEqual([]);
    expectUnchanged();
  });

  it('is reloaded once at a time, and can be again afterwards, whatever the first one returned', async () => {
    const reloading = current.reload();
    expect(await current.reload()).toStrictEqual({ ok: false, problem: BUSY });
    expect(created).toHaveLength(2);
    next().isConnected = false;
    next().started.resolve();
    await reloading;
    const again = current.reload();
    serviceNumber(2).started.resolve();
    expect(await again).toStrictEqual({ ok: true });
    expect(current.service).toBe(serviceNumber(2));
  });

  it('is ended with what a reload has begun and not finished: nothing is applied any more', async () => {
    const reloading = current.reload();
    const end = deferred();
    next().stopped = end.promise;
    let isStopped = false;
    const stopping = current.stop(500).then(() => (isStopped = true));
    expect(first().stops).toEqual([500]);
    await new Promise(setImmediate);
    expect(next().stops).toEqual([0]);
    expect(isStopped).toBe(false);
    end.resolve();
    await stopping;
    expect(await reloading).toStrictEqual({ ok: false, problem: STOPPING });
    expectUnchanged();
  });

  it('is not stopped before the one that it has replaced', async () => {
    const end = deferred();
    first().stopped = end.promise;
    const reloading = current.reload();
    next().started.resolve();
    await reloading;
    let isStopped = false;
    const stopping = current.stop(0).then(() => (isStopped = true));
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    end.resolve();
    await stopping;
    expect(next().stops).toEqual([0]);
  });

  it('is not reloaded any more once it was stopped', async () => {
    await current.stop(0);
    expect(await current.reload()).toStrictEqual({ ok: false, problem: STOPPING });
    expect(created).toHaveLength(1);
  });
});
