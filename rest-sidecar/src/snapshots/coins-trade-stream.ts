export interface StreamEntry {
  /** `<milliseconds>-<sequence>` */
  readonly id: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** The end of a stream, read at one moment. */
export interface StreamTail {
  /** Entries in the whole stream. */
  readonly length: number;
  /** The newest, newest first. */
  readonly entries: readonly StreamEntry[];
}

/** The stream of trades. Filled by an ioredis adapter. */
export interface CoinsTradeStream {
  /**
   * `XLEN` and `XREVRANGE … COUNT count`, as one. Empty where there is no such key.
   * @throws {RedisError} `wrong-type` where the key holds no stream
   */
  newest(count: number): Promise<StreamTail>;
}
