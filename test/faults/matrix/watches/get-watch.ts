import { startGets } from '../../../support/load/gets.ts';
import { brokenGuarantees } from '../row.ts';
import { EXPECTED } from '../store.ts';
import { percentile } from './watch.ts';
import type { Watch } from './watch.ts';

interface WatchedGets {
  readonly origin: string;
  readonly perSecond: number;
  /** Whether requests may fail to connect or receive 503, since the sidecar is killed during the watch. */
  readonly mayBeDown?: boolean;
}

const NOT_LOADED = 503;

/** Sends requests continuously on a few persistent connections, and expects 200 with the last data. */
export function watchGets({ origin, perSecond, mayBeDown = false }: WatchedGets): Watch {
  let notLoaded = 0;
  const gets = startGets({
    origin,
    perSecond,
    paths: Object.keys(EXPECTED),
    connections: 16,
    problemIn: ({ status, target, text }) => {
      const isDown = mayBeDown && status === NOT_LOADED;
      if (isDown) notLoaded++;
      return isDown || (status === 200 && text === EXPECTED[target])
        ? undefined
        : `${target} ${status} ${text.slice(0, 100)}`;
    },
  });
  const startedAt = performance.now();
  return {
    async stop() {
      const seconds = (performance.now() - startedAt) / 1000;
      await gets.finish();
      const { tookMs, unanswered } = gets;
      const wrong = mayBeDown ? gets.wrong : [...gets.wrong, ...unanswered];
      const whileDown = mayBeDown ? `${notLoaded + unanswered.length} while it was down, ` : '';
      return {
        load: [`${Math.round(tookMs.length / seconds)} of ${perSecond} GETs/s`],
        seen: [
          `${tookMs.length} GETs: ${wrong.length} wrong, ${whileDown}p99 ${percentile(tookMs, 0.99)} ms`,
        ],
        broken: brokenGuarantees({
          [`GETs not right, such as ${wrong.slice(0, 3).join(' ')}`]: wrong.length === 0,
          'no GET was answered': tookMs.length > 0,
        }),
      };
    },
  };
}
