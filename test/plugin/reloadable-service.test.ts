import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Config } from '../../plugin/src/config/parse-config.ts';
import { ReloadableService } from '../../plugin/src/reloadable-service.ts';
import type { ReadSettings } from '../../plugin/src/reloadable-service.ts';
import type { BlocklistService } from '../../plugin/src/blocklist-service.ts';
import { deferred } from '../support/fakes/deferred.ts';
import { readDefaultConfig } from '../support/default-config.ts';
import { RecordingLogger } from '../support/fakes/recording-logger.ts';

const DEFAULT = readDefaultConfig();
const BUSY = 'the settings are already being read';
const STOPPING = 'the proxy is stopping';
const UNREACHABLE = 'Redis cannot be reached with these settings';

/** A service whose start and stop are controlled by a test. */
class FakeService implements Pick<BlocklistService, 'isConnected' | 'start' | 'stop'> {
  adopted: FakeService | undefined;
  readonly config: Config;
  isConnected = true;
  /** The drain time of each call of `stop`, in milliseconds. */
  readonly stops: number[] = [];
  readonly started = deferred();
  stopped = Promise.resolve();

  constructor(config: Config) {
    this.config = config;
  }

  adopt(previous: FakeService): void {
    this.adopted = previous;
  }

  async start(): Promise<void> {
    await this.started.promise;
  }

  async stop(drainMs: number): Promise<void> {
    this.stops.push(drainMs);
    await this.stopped;
  }
}

describe('the current service', () => {
  let created: FakeService[];
  let applied: Config[];
  let written: Config | string;
  let logger: RecordingLogger;
  let current: ReloadableService<FakeService>;

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
    current = new ReloadableService({ config: DEFAULT, create, read, logger });
  });

  const first = (): FakeService => serviceNumber(0);
  const next = (): FakeService => serviceNumber(1);
  const serviceNumber = (index: number): FakeService => {
    const service = created[index];
    if (service === undefined) throw new Error(`There is no service ${index}`);
    return service;
  };

  /** Expects that the first service is still in use, and that nothing was applied or logged. */
  const expectUnchanged = (): void => {
    expect(current.service).toBe(first());
    expect(current.config).toBe(DEFAULT);
    expect(applied).toEqual([]);
    expect(logger.records).toEqual([]);
  };

  it('is replaced once the new one is connected to Redis, and finishes its requests [G55]', async () => {
    const reloading = current.reload();
    expectUnchanged();
    expect(next().adopted).toBe(first());
    next().started.resolve();
    expect(await reloading).toStrictEqual({ ok: true, isOtherData: false });
    expect(current.service).toBe(next());
    expect(current.config).toBe(written);
    expect(applied).toEqual([written]);
    expect(first().stops).toEqual([2000]);
    expect(next().stops).toEqual([]);
    expect(logger.at('info')).toHaveLength(1);
  });

  it('does not hand over its lists if the settings name other data, which is reported', async () => {
    written = { ...DEFAULT, redis: { ...DEFAULT.redis, 'key-prefix': 'other:' } };
    const reloading = current.reload();
    expect(next().adopted).toBeUndefined();
    next().started.resolve();
    expect(await reloading).toStrictEqual({ ok: true, isOtherData: true });
  });

  it('stays in use if the new Redis is unreachable, and the new service is stopped', async () => {
    const reloading = current.reload();
    next().isConnected = false;
    next().started.resolve();
    expect(await reloading).toStrictEqual({ ok: false, problem: UNREACHABLE });
    expect(next().stops).toEqual([0]);
    expect(first().stops).toEqual([]);
    expectUnchanged();
  });

  it('rejects a reload during another one, but not after a failed one', async () => {
    const reloading = current.reload();
    expect(await current.reload()).toStrictEqual({ ok: false, problem: BUSY });
    expect(created).toHaveLength(2);
    next().isConnected = false;
    next().started.resolve();
    await reloading;
    const again = current.reload();
    serviceNumber(2).started.resolve();
    expect(await again).toStrictEqual({ ok: true, isOtherData: false });
    expect(current.service).toBe(serviceNumber(2));
  });

  it('stops together with the service of an unfinished reload, whose settings are not applied', async () => {
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
});
