/** The builders of Lettuce's options. */
import type { Duration } from './jdk.ts';
import type {
  ClientOptions,
  ClientResources,
  ClusterClientOptions,
  Delay,
  Opaque,
  SocketOptions,
  SslOptions,
  TimeoutOptions,
} from './lettuce.ts';

export interface ClientOptionsBuilder {
  disconnectedBehavior(behaviour: Opaque<'DisconnectedBehavior'>): this;
  protocolVersion(version: Opaque<'ProtocolVersion'>): this;
  requestQueueSize(commands: number): this;
  socketOptions(options: SocketOptions): this;
  sslOptions(options: SslOptions): this;
  timeoutOptions(options: TimeoutOptions): this;
  maintNotificationsConfig(config: Opaque<'MaintNotificationsConfig'>): this;
  build(): ClientOptions;
}

export interface SocketOptionsBuilder {
  connectTimeout(timeout: Duration): this;
  keepAlive(yes: boolean): this;
  build(): SocketOptions;
}

export interface TopologyRefreshBuilder {
  enablePeriodicRefresh(every: Duration): this;
  enableAllAdaptiveRefreshTriggers(): this;
  adaptiveRefreshTriggersTimeout(timeout: Duration): this;
  build(): Opaque<'ClusterTopologyRefreshOptions'>;
}

export interface ClusterClientOptionsBuilder {
  topologyRefreshOptions(options: Opaque<'ClusterTopologyRefreshOptions'>): this;
  build(): ClusterClientOptions;
}

export interface ClientResourcesBuilder {
  eventBus(bus: Opaque<'EventBus'>): this;
  reconnectDelay(delay: Delay): this;
  addressResolverGroup(group: Opaque<'AddressResolverGroup'>): this;
  socketAddressResolver(resolver: Opaque<'SocketAddressResolver'>): this;
  build(): ClientResources;
}
