/** The members of Lettuce, the Redis client of the JVM, that the script calls. Keys and values are text. */
import type { JavaArray } from './graalvm-polyglot-types.ts';
import type { CompletionStage, Executor, JavaCollection, JavaList, JavaMap, Throwable } from './jdk.ts';
/** Values that are only passed from one call to the next. */
declare const opaque: unique symbol;
export interface Opaque<Name extends string> {
  readonly [opaque]: Name;
}

export type RedisUri = Opaque<'RedisURI'> & { getHost(): string; getPort(): number };
export type Codec = Opaque<'RedisCodec'> & { decodeKey(bytes: ByteBuffer): string };
export type ByteBuffer = Opaque<'ByteBuffer'>;
export type SetArgs = Opaque<'SetArgs'> & { px(milliseconds: number): SetArgs };
export type SslOptions = Opaque<'SslOptions'> & {
  /** @throws (a Java exception) if a certificate or a key is not valid */
  createSslContextBuilder(): unknown;
};

/** `LettuceClient.java` */
export interface LettuceClient {
  connect(uri: RedisUri): CompletionStage<StatefulRedisConnection>;
  connectToSentinel(uri: RedisUri): CompletionStage<StatefulRedisSentinelConnection>;
  /** May be called again after it has failed, but not after it has succeeded. */
  connectToCluster(seeds: readonly RedisUri[]): CompletionStage<StatefulRedisClusterConnection>;
  /** Closes all connections, including those that are being opened, and ends the threads. */
  shutDown(): CompletionStage<unknown>;
}

/** Writes to a socket, or to another writer that it wraps. */
export interface ChannelWriter {
  getDelegate(): { disconnect(): void };
}

export interface StatefulRedisConnection {
  async(): RedisAsyncCommands;
  addListener(listener: PushListener | ConnectionStateListener): void;
  removeListener(listener: PushListener | ConnectionStateListener): void;
  getChannelWriter(): ChannelWriter;
  closeAsync(): CompletionStage<unknown>;
}

/** Sends each command to the master of its key. */
export interface StatefulRedisClusterConnection {
  async(): RedisAsyncCommands;
  getPartitions(): Partitions;
  /** @throws (a Java exception) if the server is unknown */
  getConnectionAsync(host: string, port: number): CompletionStage<StatefulRedisConnection>;
}

/** The servers of a cluster. */
export interface Partitions extends JavaCollection<RedisClusterNode> {
  getPartitionBySlot(slot: number): RedisClusterNode | null;
}

export interface RedisClusterNode {
  getUri(): RedisUri;
  hasNoSlots(): boolean;
}

export interface StatefulRedisSentinelConnection {
  async(): RedisSentinelAsyncCommands;
  closeAsync(): CompletionStage<unknown>;
}

export interface RedisSentinelAsyncCommands {
  /** Returns what the Sentinel knows about the master of that name. */
  master(name: string): CompletionStage<JavaMap<string, string>>;
}

/** Created by `RedisListeners`. */
export type PushListener = Opaque<'PushListener'>;
export type ConnectionStateListener = Opaque<'RedisConnectionStateListener'>;

export interface PushMessage {
  getType(): string;
  /**
   * Returns the decoded elements: the type, and for an invalidation the list of keys, or null for all keys.
   */
  getContent(decode: (bytes: ByteBuffer) => string): JavaList<unknown>;
}

export interface RedisAsyncCommands {
  ping(): CompletionStage<string>;
  /** Returns `master` or `slave`, followed by the details of the role. */
  role(): CompletionStage<JavaList<unknown>>;
  clientTracking(args: TrackingArgs): CompletionStage<string>;
  /** Returns `OK`, or null if the conditions of the arguments are not met. */
  set(key: string, value: string, args: SetArgs): CompletionStage<string | null>;
  pttl(key: string): CompletionStage<number>;
  pexpire(key: string, milliseconds: number): CompletionStage<boolean>;
  /** The object of the script is a `Map` for Java. */
  hset(key: string, fields: Readonly<Record<string, string>>): CompletionStage<number>;
  digest(script: string): string;
  eval<T>(script: string, output: ScriptOutput, keys: JavaArray, args: JavaArray): CompletionStage<T>;
  evalsha<T>(digest: string, output: ScriptOutput, keys: JavaArray, args: JavaArray): CompletionStage<T>;
  scan(cursor: ScanCursor, args: ScanArgs): CompletionStage<KeyScanCursor>;
  /** Returns the seconds since the epoch, and the microseconds of the current second. */
  time(): CompletionStage<JavaList<string>>;
  zrevrange(key: string, start: number, stop: number): CompletionStage<JavaList<string>>;
  info(): CompletionStage<string>;
  clusterInfo(): CompletionStage<string>;
  /** Sends any command without arguments, whose reply is a text. */
  dispatch(command: Opaque<'CommandType'>, output: Opaque<'StatusOutput'>): CompletionStage<string>;
}

export interface ScanCursor {
  isFinished(): boolean;
}
export interface KeyScanCursor extends ScanCursor {
  getKeys(): JavaList<string>;
}

export type ScriptOutput = Opaque<'ScriptOutputType'>;

export interface ScanArgs {
  limit(count: number): ScanArgs;
}

export interface TrackingArgs {
  bcast(): TrackingArgs;
  prefixes(...prefixes: readonly string[]): TrackingArgs;
}

export interface LettuceClasses {
  // The bridge's own, made of Lettuce's.
  readonly 'io.github.featurecontrol.isolated.LettuceClient': {
    /** @param natMap the object of the script is a `Map` for Java */
    new (commandTimeoutMs: number, tls: SslOptions, natMap: Readonly<Record<string, string>>): LettuceClient;
    uri(
      host: string,
      port: number,
      tls: boolean,
      user: string | null,
      password: string | null,
      database: number,
    ): RedisUri;
    sslOptions(authorities: string, certificate: string, key: string): SslOptions;
  };
  readonly 'io.github.featurecontrol.isolated.RedisListeners': {
    /** The functions are called on the executor's thread. */
    pushes(executor: Executor, listener: (message: PushMessage) => void): PushListener;
    connection(executor: Executor, connected: () => void, disconnected: () => void): ConnectionStateListener;
  };
  readonly 'io.lettuce.core.RedisCommandExecutionException': abstract new () => Throwable;
  readonly 'io.lettuce.core.ScanArgs$Builder': {
    matches(pattern: string): ScanArgs;
    limit(count: number): ScanArgs;
  };
  readonly 'io.lettuce.core.ScanCursor': { readonly INITIAL: ScanCursor };
  readonly 'io.lettuce.core.ScriptOutputType': { readonly VALUE: ScriptOutput };
  readonly 'io.lettuce.core.SetArgs': new () => { nx(): SetArgs };
  readonly 'io.lettuce.core.TrackingArgs$Builder': { enabled(isEnabled: boolean): TrackingArgs };
  readonly 'io.lettuce.core.cluster.SlotHash': { getSlot(key: string): number };
  readonly 'io.lettuce.core.codec.StringCodec': { readonly UTF8: Codec };
  readonly 'io.lettuce.core.output.StatusOutput': new (codec: Codec) => Opaque<'StatusOutput'>;
  readonly 'io.lettuce.core.protocol.CommandType': { valueOf(name: string): Opaque<'CommandType'> };
}
