export interface StreamEntry {
  /** `<milliseconds>-<sequence>` */
  readonly id: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** The stream of trades. Filled by an ioredis adapter. */
export interface CoinsTradeStream {
  /**
   * The newest entries, newest first, by `XREVRANGE` in pieces. Empty where there is no such key.
   * @throws {RedisError} `wrong-type` where the key holds no stream
   */
  newest(count: number): Promise<readonly StreamEntry[]>;
}
