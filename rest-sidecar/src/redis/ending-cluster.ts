import { Cluster } from 'ioredis';

type Looked = Parameters<Cluster['refreshSlotsCache']>[0];

/** A cluster that is left alone once disconnected: ioredis goes on looking at one that was disconnected during a look, and so keeps its process alive. */
export class EndingCluster extends Cluster {
  #isOver = false;

  override disconnect(reconnect = false): void {
    this.#isOver ||= !reconnect;
    super.disconnect(reconnect);
  }

  /** The next look is planned by who asked for this one. */
  override refreshSlotsCache(looked?: Looked): void {
    super.refreshSlotsCache((error) => {
      if (!this.#isOver) looked?.(error);
    });
  }
}
