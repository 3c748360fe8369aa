import type { Clock } from '../../../shared/clock.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { Representation, RepresentationFactory } from '../http/representation.ts';
import type { MirroredTrades } from './coins-trades-kind.ts';
import { PrefixRepresentations } from './prefix-representations.ts';

export interface CoinsTradesSnapshotDependencies {
  readonly key: string;
  readonly mirrored: Mirrored<MirroredTrades>;
  readonly factory: RepresentationFactory;
  readonly clock: Clock;
}

/** The newest trades, for getCoinsTrades. */
export class CoinsTradesSnapshot {
  readonly #representations: PrefixRepresentations;

  constructor({ key, mirrored, factory, clock }: CoinsTradesSnapshotDependencies) {
    this.#representations = new PrefixRepresentations(factory);
    mirrored.listen({
      changed: () => {
        const trades = (mirrored.get(key) ?? []).flatMap(({ json }) => json ?? []);
        this.#representations.publish(trades, clock.epochMs());
      },
    });
  }

  /** @param limit more than are kept counts as all of them @returns undefined before the initial load */
  newest(limit: number): Representation | undefined {
    return this.#representations.first(limit);
  }
}
