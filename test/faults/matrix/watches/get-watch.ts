import { Agent } from 'node:http';
import { ask } from '../../../support/http/http.ts';
import { brokenAmong } from '../row.ts';
import { everySecond, percentile } from './watch.ts';
import type { Watch } from './watch.ts';

export interface GetLoad {
  readonly origin: string;
  readonly perSecond: number;
  /** What is requested in turns, with the body that is expected. */
  readonly expected: Readonly<Record<string, string>>;
  /**
   * Whether the sidecar is killed meanwhile: then a request may find nobody, or nothing that is loaded yet.
   */
  readonly mayBeAway?: boolean;
}

const NOT_LOADED = 503;

/** Asks all the time, on a few connections that are kept, and expects 200 with the last data. */
export function watchGets({ origin, perSecond, expected, mayBeAway = false }: GetLoad): Watch {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const questions = Object.entries(expected);
  const underWay = new Set<Promise<void>>();
  const tookMs: number[] = [];
  const wrong: string[] = [];
  let away = 0;
  const askOnce = async ([path, body]: [string, string]): Promise<void> => {
    const askedAtMs = performance.now();
    try {
      const { status, text } = await ask(origin, path, { agent });
      tookMs.push(performance.now() - askedAtMs);
      if (mayBeAway && status === NOT_LOADED) away++;
      else if (status !== 200 || text !== body) wrong.push(`${path} ${status} ${text.slice(0, 100)}`);
    } catch (cause) {
      if (mayBeAway) away++;
      else wrong.push(`${path} ${String(cause)}`);
    }
  };
  const startedAt = performance.now();
  let asked = 0;
  const end = everySecond(perSecond, () => {
    const question = questions[asked++ % questions.length];
    if (question === undefined) return;
    const answer = askOnce(question).finally(() => underWay.delete(answer));
    underWay.add(answer);
  });
  return {
    async stop() {
      end();
      const seconds = (performance.now() - startedAt) / 1000;
      await Promise.all(underWay);
      agent.destroy();
      return {
        load: [`${Math.round(tookMs.length / seconds)} of ${perSecond} GETs/s`],
        seen: [
          `${tookMs.length} GETs: ${wrong.length} wrong, ${mayBeAway ? `${away} while it was away, ` : ''}p99 ${percentile(tookMs, 0.99)} ms`,
        ],
        broken: brokenAmong({
          [`GETs not right, such as ${wrong.slice(0, 3).join(' ')}`]: wrong.length === 0,
          'no GET was answered': tookMs.length > 0,
        }),
      };
    },
  };
}
