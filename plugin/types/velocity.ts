/**
 * The members of Velocity, Brigadier and Adventure that the script calls. All of them may be called on any
 * thread.
 */
import type {
  InetSocketAddress,
  JavaBytes,
  JavaClass,
  JavaCollection,
  Locale,
  Optional,
  Uuid,
} from './jdk.ts';

/** @java com.velocitypowered.api.proxy.ProxyServer */
export interface ProxyServer {
  getAllPlayers(): JavaCollection<Player>;
  getAllServers(): JavaCollection<RegisteredServer>;
  getPlayer(idOrName: Uuid | string): Optional<Player>;
  getEventManager(): ProxyEvents;
  getPluginManager(): ProxyPlugins;
  getPlayerCount(): number;
  getBoundAddress(): InetSocketAddress;
}

/** @java com.velocitypowered.api.plugin.PluginManager */
export interface ProxyPlugins {
  isLoaded(id: string): boolean;
}

/** @java com.velocitypowered.api.event.EventManager */
export interface ProxyEvents {
  register<Event>(plugin: unknown, event: JavaClass<Event>, handler: EventHandler<Event>): void;
}

/** @java com.velocitypowered.api.event.player.ServerPostConnectEvent */
export interface ServerPostConnectEvent {
  getPlayer(): Player;
}

/** @java com.velocitypowered.api.event.player.configuration.PlayerEnterConfigurationEvent */
export interface PlayerEnterConfigurationEvent {
  player(): Player;
}

/** @java com.velocitypowered.api.event.player.configuration.PlayerFinishedConfigurationEvent */
export interface PlayerFinishedConfigurationEvent {
  player(): Player;
}

/** @java com.velocitypowered.api.event.connection.DisconnectEvent */
export interface DisconnectEvent {
  getPlayer(): Player;
}

/** @java com.velocitypowered.api.proxy.messages.ChannelIdentifier */
export interface ChannelIdentifier {
  getId(): string;
}

/**
 * The source of a command: the console or a player.
 * @java com.velocitypowered.api.command.CommandSource
 */
export interface CommandSource {
  hasPermission(permission: string): boolean;
  sendMessage(message: Component): void;
}

/** @java com.velocitypowered.api.proxy.Player */
export interface Player extends CommandSource {
  getUsername(): string;
  getUniqueId(): { toString(): string };
  /** Null before the client has sent its settings. */
  getEffectiveLocale(): Locale | null;
  getProtocolVersion(): { getProtocol(): number };
  getProtocolState(): ProtocolState;
  /** Empty before the first server has accepted the player. */
  getCurrentServer(): Optional<ServerConnection>;
  /** Whether the connection is open. */
  isActive(): boolean;
  sendPluginMessage(channel: ChannelIdentifier, bytes: JavaBytes): boolean;
}

/** @java com.velocitypowered.api.proxy.server.RegisteredServer */
export interface RegisteredServer {
  getServerInfo(): { getName(): string };
}

/** @java com.velocitypowered.api.proxy.ServerConnection */
export interface ServerConnection {
  getServerInfo(): { getName(): string };
}

/** Values that are only passed from one call to the next. */
declare const opaque: unique symbol;
interface Opaque<Name extends string> {
  readonly [opaque]: Name;
}
export type EventHandler<Event> = Opaque<'EventHandler'> & { readonly of?: (event: Event) => void };
export type ProtocolState = Opaque<'ProtocolState'>;
export type Suggestions = Opaque<'Suggestions'>;
export type Component = Opaque<'Component'>;
export type TagResolver = Opaque<'TagResolver'>;

/** @java com.mojang.brigadier.suggestion.SuggestionsBuilder */
export interface SuggestionsBuilder {
  getInput(): string;
  /** The part of the argument typed so far. */
  getRemaining(): string;
  suggest(text: string): SuggestionsBuilder;
  build(): Suggestions;
}

/** @java net.kyori.adventure.text.TextComponent$Builder */
export interface TextBuilder {
  content(text: string): TextBuilder;
  append(child: Component): TextBuilder;
  build(): Component;
}

/** @java net.kyori.adventure.text.minimessage.MiniMessage */
export interface MiniMessage {
  /** @throws (a Java exception) if the text contains section signs, or tags with invalid arguments */
  deserialize(text: string, resolver: TagResolver): Component;
}

/** @java net.kyori.adventure.text.minimessage.tag.resolver.TagResolver$Builder */
export interface TagResolverBuilder {
  resolver(resolver: TagResolver): TagResolverBuilder;
  build(): TagResolver;
}

export interface VelocityClasses {
  readonly 'com.mojang.brigadier.suggestion.SuggestionsBuilder': new (
    input: string,
    start: number,
  ) => SuggestionsBuilder;
  readonly 'com.velocitypowered.api.event.connection.DisconnectEvent': {
    readonly class: JavaClass<DisconnectEvent>;
  };
  readonly 'com.velocitypowered.api.event.player.ServerPostConnectEvent': {
    readonly class: JavaClass<ServerPostConnectEvent>;
  };
  readonly 'com.velocitypowered.api.event.player.configuration.PlayerEnterConfigurationEvent': {
    readonly class: JavaClass<PlayerEnterConfigurationEvent>;
  };
  readonly 'com.velocitypowered.api.event.player.configuration.PlayerFinishedConfigurationEvent': {
    readonly class: JavaClass<PlayerFinishedConfigurationEvent>;
  };
  readonly 'com.velocitypowered.api.network.ProtocolState': { readonly PLAY: ProtocolState };
  readonly 'net.kyori.adventure.text.Component': { text(): TextBuilder };
  readonly 'net.kyori.adventure.text.minimessage.MiniMessage': { miniMessage(): MiniMessage };
  readonly 'net.kyori.adventure.text.minimessage.tag.resolver.Placeholder': {
    component(name: string, component: Component): TagResolver;
  };
  readonly 'net.kyori.adventure.text.minimessage.tag.resolver.TagResolver': { builder(): TagResolverBuilder };
  readonly 'net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer': {
    plainText(): { serialize(component: Component): string };
  };
}
