import { startBuiltSidecar } from '../../../support/http/built-servers.ts';
import { eventually } from '../../../support/eventually.ts';
import { ask } from '../../../support/http/http.ts';
import { createShiftedClock, NO_CLOCKS } from '../../../support/faults/shifted-clock.ts';
import { addServerUntilVisible } from '../edits.ts';
import type { Row } from '../row.ts';
import { KEY_PREFIX } from '../store.ts';
import type { Store } from '../store.ts';
import { watchGets } from '../watches/get-watch.ts';

const HOUR_S = 3600;
const HALF_HOUR_MS = 1_800_000;
const PATIENCE = { withinMs: 20_000 };

export const SIDECAR_CLOCK: Row<Store> = {
  fault: "The sidecar's clock is set forward by an hour, and back by two",
  guarantee: 'all GETs right; only the events that have begun by its clock are shown, and edits are visible',
  unavailable: NO_CLOCKS,
  run: async ({ admin, faults, keys }, { getsPerSecond }) => {
    const clock = createShiftedClock();
    const sidecar = await startBuiltSidecar({ REDIS_URL: faults.url, KEY_PREFIX, ...clock.env });
    const { origin } = sidecar;
    const bodyOf = async (path: string): Promise<string> => (await ask(origin, path)).text;
    const untilShown = async (names: readonly string[]): Promise<void> => {
      const shownNames = async (): Promise<string[]> => {
        const events = JSON.parse(await bodyOf('/v1/events?server=clock')) as { name: string }[];
        return events.map(({ name }) => name);
      };
      const what = `[${names.join()}] to be shown`;
      await eventually(async () => String(await shownNames()) === String(names), { ...PATIENCE, what });
    };
    const event = (name: string, startsInMs: number): string =>
      JSON.stringify({ server: 'clock', name, startsAt: Date.now() + startsInMs });
    await admin.set(keys.eventOf('earlier'), event('earlier', -HALF_HOUR_MS));
    await admin.set(keys.eventOf('later'), event('later', HALF_HOUR_MS));
    await untilShown(['earlier']);
    const gets = watchGets({ origin, perSecond: getsPerSecond });
    const broken: string[] = [];
    const expectAt = async (seconds: number, names: readonly string[]): Promise<void> => {
      clock.shift(seconds);
      const addCause = (cause: unknown): number => broken.push(`shifted by ${seconds} s: ${String(cause)}`);
      await Promise.all([
        untilShown(names),
        addServerUntilVisible({ admin, keys, origin }, PATIENCE.withinMs),
      ]).catch(addCause);
    };
    await expectAt(HOUR_S, ['earlier', 'later']);
    await expectAt(-HOUR_S, []);
    await expectAt(0, ['earlier']);
    const outcome = await gets.stop();
    await sidecar.stop();
    await admin.del(keys.eventOf('earlier'), keys.eventOf('later'));
    clock.remove();
    return {
      load: outcome.load,
      seen: [...outcome.seen, 'events were shown by the clock, and three edits were seen'],
      broken: [...outcome.broken, ...broken],
    };
  },
};
