import { randomUUID } from 'node:crypto';
import { startBuiltSidecar } from '../../../support/built-sidecar.ts';
import { eventually } from '../../../support/eventually.ts';
import { ask } from '../../../support/http.ts';
import { createShiftedClock, NO_CLOCKS } from '../../../support/shifted-clock.ts';
import type { Row } from '../row.ts';
import { EXPECTED, KEY_PREFIX } from '../store.ts';
import type { Store } from '../store.ts';
import { watchGets } from '../watches/get-watch.ts';

const HOUR_S = 3600;
const HALF_HOUR_MS = 1_800_000;
const PATIENCE = { withinMs: 20_000 };

export const SIDECAR_CLOCK: Row<Store> = {
  fault: "The sidecar's clock is set forward an hour, and back two",
  promise: 'GETs all 200; what begins by its clock is shown, and edits are seen all the same',
  unavailable: NO_CLOCKS,
  run: async ({ admin, faults, keys }, { getsPerSecond }) => {
    const clock = createShiftedClock();
    const sidecar = await startBuiltSidecar({ REDIS_URL: faults.url, KEY_PREFIX, ...clock.env });
    const { origin } = sidecar;
    const bodyOf = async (path: string): Promise<string> => (await ask(origin, path)).text;
    await eventually(async () => (await bodyOf('/v1/events')).includes('Party'), PATIENCE);
    const startsAt = Date.now() + HALF_HOUR_MS;
    await admin.hset(keys.events, 'later', JSON.stringify({ server: 'lobby', name: 'Later', startsAt }));
    const gets = watchGets({ origin, perSecond: getsPerSecond, expected: EXPECTED });
    const seesEdit = async (): Promise<void> => {
      const id = `edited-${randomUUID()}`;
      await admin.hset(keys.servers, id, '{"displayName":"Edited"}');
      await eventually(async () => (await bodyOf(`/v1/servers?id=${id}`)).includes('Edited'), PATIENCE);
      await admin.hdel(keys.servers, id);
    };
    const seesLater = async (): Promise<void> => {
      await eventually(async () => (await bodyOf('/v1/events')).includes('Later'), PATIENCE);
    };
    const broken: string[] = [];
    const expectAt = async (seconds: number, see: () => Promise<void>): Promise<void> => {
      clock.shift(seconds);
      await see().catch((cause: unknown) => broken.push(`shifted by ${seconds} s: ${String(cause)}`));
    };
    await expectAt(HOUR_S, seesLater);
    for (const seconds of [HOUR_S, -HOUR_S, 0]) await expectAt(seconds, seesEdit);
    const outcome = await gets.stop();
    await sidecar.stop();
    await admin.hdel(keys.events, 'later');
    clock.remove();
    return {
      load: outcome.load,
      seen: [...outcome.seen, 'an event that begins in half an hour was shown, and three edits'],
      broken: [...outcome.broken, ...broken],
    };
  },
};
