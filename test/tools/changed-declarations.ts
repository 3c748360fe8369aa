/** The folder of the proxy's API classes in a jar. */
export const API = 'com/velocitypowered/api';

/** A change to a declaration, and the differences to report. */
export interface Change {
  readonly source: string;
  readonly from: string;
  readonly to: string;
  readonly differences: readonly string[];
}

export const CHANGES: readonly Change[] = [
  {
    source: `${API}/proxy/server/ServerInfo`,
    from: 'native String getName()',
    to: 'native CharSequence getName()',
    differences: [
      'method getName() returning java.lang.String is missing; found java.lang.CharSequence getName()',
    ],
  },
  {
    source: `${API}/event/connection/DisconnectEvent`,
    from: 'Player player, LoginStatus loginStatus',
    to: 'Player player',
    differences: [
      `constructor (${API.replaceAll('/', '.')}.proxy.Player, ${API.replaceAll('/', '.')}.event.connection.DisconnectEvent$LoginStatus) is missing`,
    ],
  },
  {
    source: `${API}/permission/Tristate`,
    from: 'FALSE,',
    to: 'NO,',
    differences: ['constant FALSE is missing'],
  },
  {
    source: `${API}/event/Subscribe`,
    from: 'default true',
    to: 'default false',
    differences: ['method async() has the default false, not true'],
  },
  {
    source: `${API}/plugin/annotation/DataDirectory`,
    from: '@BindingAnnotation',
    to: '',
    differences: [
      'is annotated with @java.lang.annotation.Retention(RUNTIME) @java.lang.annotation.Target({FIELD, PARAMETER}), not ' +
        '@com.google.inject.BindingAnnotation() @java.lang.annotation.Retention(RUNTIME) @java.lang.annotation.Target({FIELD, PARAMETER})',
    ],
  },
  {
    source: `${API}/event/EventHandler`,
    from: '@FunctionalInterface\npublic interface EventHandler<E> {',
    to: 'public interface EventHandler<E> { void close();',
    differences: [
      'has the abstract methods void close(), void execute(java.lang.Object), not void execute(java.lang.Object)',
    ],
  },
  {
    source: `${API}/command/InvocableCommand`,
    from: 'extends Command ',
    to: '',
    differences: ['does not extend com.velocitypowered.api.command.Command'],
  },
  {
    source: `${API}/command/BrigadierCommand`,
    from: '0xF6287429',
    to: '1',
    differences: ['field FORWARD is 1, not -165120983'],
  },
  {
    source: `${API}/proxy/Player`,
    from: 'Optional<ServerConnection> getCurrentServer',
    to: 'Optional<Player> getCurrentServer',
    differences: [
      'method getCurrentServer() returns java.util.Optional<com.velocitypowered.api.proxy.Player>, ' +
        'not java.util.Optional<com.velocitypowered.api.proxy.ServerConnection>',
    ],
  },
  {
    source: `${API}/event/player/ServerPostConnectEvent`,
    from: 'public class',
    to: 'public abstract class',
    differences: ['is public abstract class, not public class'],
  },
  {
    source: 'com/mojang/brigadier/suggestion/SuggestionsBuilder',
    from: 'public native Suggestions build()',
    to: 'protected native Suggestions build() throws java.io.IOException',
    differences: [
      'method build() is protected, instance, not public, instance',
      '(script) public method build of 0 arguments is missing',
      'method build() throws [java.io.IOException], not []',
    ],
  },
];
