import type { JavaArray } from './graalvm-polyglot-types.ts';
import type {
  CompletionStage,
  Duration,
  Executor,
  JavaCollection,
  JavaList,
  JavaMap,
  Throwable,
  TimeUnit,
} from './jdk.ts';
/** The members of Lettuce, the Redis client of the JVM, that the script calls. Keys and values are text. */
import type {
  ClientOptionsBuilder,
  SocketOptionsBuilder,
  TopologyRefreshBuilder,
  ClusterClientOptionsBuilder,
  ClientResourcesBuilder,
} from './lettuce-builders.ts';

/** Values that are only passed from one call to the next. */
declare const opaque: unique symbol;
export interface Opaque<Name extends string> {
  readonly [opaque]: Name;
}

export type RedisUri = Opaque<'RedisURI'> & { getHost(): string; getPort(): number };
export type Codec = Opaque<'RedisCodec'> & { decodeKey(bytes: ByteBuffer): string };
export type ByteBuffer = Opaque<'ByteBuffer'>;
export type SetArgs = Opaque<'SetArgs'> & { px(milliseconds: number): SetArgs };
export type ClientOptions = Opaque<'ClientOptions'>;
export type ClusterClientOptions = Opaque<'ClusterClientOptions'>;
export type SocketOptions = Opaque<'SocketOptions'>;
export type SslOptions = Opaque<'SslOptions'> & {
  /** @throws (a Java exception) if a certificate or a key is not valid */
  createSslContextBuilder(): unknown;
};
export type TimeoutOptions = Opaque<'TimeoutOptions'>;

export interface RedisUriBuilder {
  withHost(host: string): this;
  withPort(port: number): this;
  withDatabase(database: number): this;
  withAuthentication(user: string, password: string): this;
  withPassword(password: string): this;
  withSsl(yes: boolean): this;
  withTimeout(timeout: Duration): this;
  build(): RedisUri;
}

export interface RedisClient {
  setOptions(options: ClientOptions): void;
  connectAsync(codec: Codec, uri: RedisUri): CompletionStage<StatefulRedisConnection>;
  connectSentinelAsync(codec: Codec, uri: RedisUri): CompletionStage<StatefulRedisSentinelConnection>;
  /** Closes its connections, and ends its threads. */
  shutdownAsync(quietPeriod: number, timeout: number, unit: TimeUnit): CompletionStage<unknown>;
}

export interface RedisClusterClient {
  setOptions(options: ClusterClientOptions): void;
  /** Loads the topology of the cluster, which must be known before a connection is opened. */
  refreshPartitionsAsync(): CompletionStage<unknown>;
  connectAsync(codec: Codec): CompletionStage<StatefulRedisClusterConnection>;
  /** Closes its connections. */
  shutdownAsync(quietPeriod: number, timeout: number, unit: TimeUnit): CompletionStage<unknown>;
}

/** The threads, timers and settings that clients share. */
export interface ClientResources {
  shutdown(): NettyFuture;
}

/** The addresses to connect to in place of those that Redis announces. */
export interface NatMap {
  put(announced: string, host: string, port: number): void;
}

export type NettyFuture = Opaque<'Future'>;
export type Delay = Opaque<'Delay'>;

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
  readonly 'io.github.featurecontrol.isolated.AsyncRedisClient': new (
    resources: ClientResources,
  ) => RedisClient;
  readonly 'io.github.featurecontrol.isolated.Certificates': {
    options(authorities: string, certificate: string, key: string): SslOptions;
  };
  readonly 'io.github.featurecontrol.isolated.HostNames': new () => Opaque<'AddressResolverGroup'>;
  readonly 'io.github.featurecontrol.isolated.NoEvents': new () => Opaque<'EventBus'>;
  readonly 'io.github.featurecontrol.isolated.RedisListeners': {
    /** The functions are called on the executor's thread. */
    pushes(executor: Executor, listener: (message: PushMessage) => void): PushListener;
    connection(executor: Executor, connected: () => void, disconnected: () => void): ConnectionStateListener;
  };
  readonly 'io.github.featurecontrol.isolated.NatMap': new () => NatMap;
  readonly 'io.lettuce.core.ClientOptions': { builder(): ClientOptionsBuilder };
  readonly 'io.lettuce.core.ClientOptions$DisconnectedBehavior': {
    readonly REJECT_COMMANDS: Opaque<'DisconnectedBehavior'>;
  };
  readonly 'io.lettuce.core.MaintNotificationsConfig': { disabled(): Opaque<'MaintNotificationsConfig'> };
  readonly 'io.lettuce.core.RedisCommandExecutionException': abstract new () => Throwable;
  readonly 'io.lettuce.core.RedisURI': { builder(): RedisUriBuilder };
  readonly 'io.lettuce.core.ScanArgs$Builder': {
    matches(pattern: string): ScanArgs;
    limit(count: number): ScanArgs;
  };
  readonly 'io.lettuce.core.ScanCursor': { readonly INITIAL: ScanCursor };
  readonly 'io.lettuce.core.ScriptOutputType': { readonly VALUE: ScriptOutput };
  readonly 'io.lettuce.core.SetArgs': new () => { nx(): SetArgs };
  readonly 'io.lettuce.core.SocketOptions': { builder(): SocketOptionsBuilder };
  readonly 'io.lettuce.core.TimeoutOptions': { enabled(timeout: Duration): TimeoutOptions };
  readonly 'io.lettuce.core.TrackingArgs$Builder': { enabled(isEnabled: boolean): TrackingArgs };
  readonly 'io.lettuce.core.cluster.ClusterClientOptions': {
    builder(options: ClientOptions): ClusterClientOptionsBuilder;
  };
  readonly 'io.lettuce.core.cluster.ClusterTopologyRefreshOptions': { builder(): TopologyRefreshBuilder };
  readonly 'io.lettuce.core.cluster.RedisClusterClient': {
    create(resources: ClientResources, seeds: JavaCollection<RedisUri>): RedisClusterClient;
  };
  readonly 'io.lettuce.core.cluster.SlotHash': { getSlot(key: string): number };
  readonly 'io.lettuce.core.codec.StringCodec': { readonly UTF8: Codec };
  readonly 'io.lettuce.core.internal.Futures': {
    toCompletionStage(future: NettyFuture): CompletionStage<unknown>;
  };
  readonly 'io.lettuce.core.output.StatusOutput': new (codec: Codec) => Opaque<'StatusOutput'>;
  readonly 'io.lettuce.core.protocol.CommandType': { valueOf(name: string): Opaque<'CommandType'> };
  readonly 'io.lettuce.core.protocol.ProtocolVersion': { readonly RESP3: Opaque<'ProtocolVersion'> };
  readonly 'io.lettuce.core.resource.DefaultClientResources': { builder(): ClientResourcesBuilder };
  readonly 'io.lettuce.core.resource.MappingSocketAddressResolver': {
    create(map: NatMap): Opaque<'SocketAddressResolver'>;
  };
  readonly 'io.lettuce.core.resource.Delay': {
    /** The delay is multiplied by `factor` after each attempt. */
    exponential(first: Duration, last: Duration, factor: number, unit: TimeUnit): Delay;
  };
}
