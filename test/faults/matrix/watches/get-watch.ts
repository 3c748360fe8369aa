import { startGets } from '../../../support/load/gets.ts';
import { brokenAmong } from '../row.ts';
import { EXPECTED } from '../store.ts';
import { percentile } from './watch.ts';
import type { Watch } from './watch.ts';

interface WatchedGets {
  readonly origin: string;
  readonly perSecond: number;
  /**
   * Whether the sidecar is killed meanwhile: then a request may find nobody, or nothing that is loaded yet.
   */
  readonly mayBeAway?: boolean;
}

const NOT_LOADED = 503;

/** Sends requests continuously on a few persistent connections, and expects 200 with the last data. */
export function watchGets({ origin, perSecond, mayBeAway = false }: WatchedGets): Watch {
  let notLoaded = 0;
  const gets = startGets({
    ...{ origin, perSecond, paths: Object.keys(EXPECTED), connections: 16 },
    faultIn: ({ status, target, text }) => {
      const isAway = mayBeAway && status === NOT_LOADED;
      if (isAway) notLoaded++;
      return isAway || (status === 200 && text === EXPECTED[target])
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
      const wrong = mayBeAway ? gets.wrong : [...gets.wrong, ...unanswered];
      const away = mayBeAway ? `${notLoaded + unanswered.length} while it was away, ` : '';
      return {
        load: [`${Math.round(tookMs.length / seconds)} of ${perSecond} GETs/s`],
        seen: [`${tookMs.length} GETs: ${wrong.length} wrong, ${away}p99 ${percentile(tookMs, 0.99)} ms`],
        broken: brokenAmong({
          [`GETs not right, such as ${wrong.slice(0, 3).join(' ')}`]: wrong.length === 0,
          'no GET was answered': tookMs.length > 0,
        }),
      };
    },
  };
}
