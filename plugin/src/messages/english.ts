import { LAYOUT } from './layout.ts';
import type { Text } from './text.ts';

/**
 * The texts of all commands in English. They define the keys and placeholders for the other languages. A text
 * with plural forms always has the placeholder `<count>`.
 */
export const ENGLISH = {
  ...LAYOUT,
  'number.separator': ',',
  'time.date': '<year>-<month>-<day> <hour>:<minute> <zone>',
  'time.never': 'for ever',
  'time.until': 'until <time> (for <duration>)',
  'time.days': '<count> d',
  'time.hours': '<count> h',
  'time.minutes': '<count> min',
  'time.seconds': '<count> s',
  'count.features': { one: '<count> feature', other: '<count> features' },
  'count.lists': { one: '<count> list', other: '<count> lists' },
  'count.messages': { one: '<count> message', other: '<count> messages' },
  'count.packets': { one: '<count> packet', other: '<count> packets' },
  'count.players': { one: '<count> player', other: '<count> players' },
  'count.requests': { one: '<count> request', other: '<count> requests' },
  'whom.global': 'every client',
  'whom.server': 'every client on the server <server>',
  'state.free': 'free',
  'state.blocked': 'blocked',
  'state.blocked-until': 'blocked until <time>',

  'help.unknown': 'Unknown command <command>. The commands are:',
  'help.client': 'The client is the identifier of a mod, such as my-mod.',
  'help.usage': 'Usage: <usage>',
  'summary.block': 'blocks a feature for every client, or for one',
  'summary.unblock': 'removes a feature from the list for every client, or for one',
  'summary.list': 'shows what is blocked for every client, or for one',
  'summary.check': 'shows the answer that a mod with that identifier would get',
  'summary.explain': 'shows why a feature is blocked or free for a player on this proxy',
  'summary.where': 'lists every list that blocks a feature',
  'summary.history': 'shows the latest changes to the lists, to a feature, or to a feature for one client',
  'summary.undo': 'reverts a change by its id in the history, by default the latest',
  'summary.mods': 'shows which mods have sent requests, the latest first',
  'summary.status': 'shows the state of the plugin, of Redis and of the lists',
  'summary.bridges': 'shows what is sent to mods with a protocol of their own',
  'summary.reload': 'reads config.toml and the language files again',

  'input.quote': 'A quote is not closed, or the closing quote is not followed by a space.',
  'input.option-twice': '<option> is given twice.',
  'input.option-unknown': 'Unknown option <option>. Usage: <usage>',
  'input.option-empty': '<option> needs a value.',
  'input.client':
    'The name of a client must be Unicode text of 1 to <most> characters, without control characters.',
  'input.feature':
    'The name of a feature must be Unicode text of 1 to <most> characters, without control characters.',
  'input.for-and-until': 'Give --for or --until, not both.',
  'input.client-and-server': 'Name a client or a server, not both.',
  'input.no-servers': 'Game servers have no lists here: see scopes.servers in config.toml.',
  'input.no-duration': 'Write a duration such as 30m, 2h30m or 7d, with the units s, m, h, d and w.',
  'input.no-date': 'Write a date such as 2026-12-01T18:00, with an offset such as Z or +02:00 where needed.',
  'input.no-such-date': 'There is no such date.',
  'input.past': 'That time is in the past.',
  'input.too-far': 'A timed block lasts at most 10 years; block without an end instead.',
  'input.reason': 'A reason has at most <most> characters, without line breaks and control characters.',
  'input.list-name':
    'That is not a valid name of a client or a server: it is too long, or has control characters.',

  'failure.redis-unreachable':
    'Redis does not answer. The command may have been executed: check before you try again.',
  'failure.redis-type': 'The key of that list has another type in Redis. Delete that key first.',
  'failure.redis-refused': 'Redis rejected the command: <reason>.',
  'failure.unexpected': 'The command failed. The cause is in the log of the proxy.',
  'failure.conflict': 'Others are changing the same entry. Check its state, and try again.',

  'block.done': 'Blocked <feature> for <whom>.',
  'block.done-until': 'Blocked <feature> for <whom> <until>.',
  'block.before': 'Before: <state>.',
  'block.unchanged': '<feature> was already blocked for <whom>.',
  'block.replaced': {
    one: 'Redis had lost the list for <whom>: <count> feature that was kept in memory may be unblocked now.',
    other:
      'Redis had lost the list for <whom>: <count> features that were kept in memory may be unblocked now.',
  },
  'block.unknown-client':
    'No mod with the identifier <client> has sent a request recently. If you meant a feature whose name contains a space, put it in quotes: <quoted>.',
  'block.unknown-server': 'No game server of this proxy has the name <server>.',
  'unblock.done': 'Unblocked <feature> for <whom>.',
  'unblock.unchanged': '<feature> was not in the list for <whom>.',
  'unblock.still-blocked': 'It is still blocked for every client.',
  'unblock.after-login': 'In <mod> it takes effect after the player has logged in again.',
  'unblock.after-restart': 'In <mod> it takes effect after the player has restarted the game.',

  'list.nothing': 'The list for <whom> is empty.',
  'list.features': {
    one: '<count> feature blocked for <whom>: <features>.',
    other: '<count> features blocked for <whom>: <features>.',
  },
  'list.timed': {
    one: '<count> feature temporarily blocked for <whom>: <features>.',
    other: '<count> features temporarily blocked for <whom>: <features>.',
  },
  'list.and-more': '<names> and <more> more',
  'list.clients': 'Clients with a list of their own: <clients>.',
  'list.servers': 'Game servers with a list of their own: <servers>.',
  'list.lost': {
    one: 'Redis has lost the list for <whom>: <count> feature kept in memory and still blocked, until the list is written again.',
    other:
      'Redis has lost the list for <whom>: <count> features kept in memory and still blocked, until the list is written again.',
  },
  'lists.unread': 'The lists have not been read from Redis yet.',
  'check.none': {
    one: '<count> feature checked; it is not blocked for <client>.',
    other: '<count> features checked; none is blocked for <client>.',
  },
  'check.blocked': {
    one: '<blocked> of <count> feature blocked for <client>: <features>.',
    other: '<blocked> of <count> features blocked for <client>: <features>.',
  },

  'explain.no-player': 'There is no player <player> on this proxy.',
  'explain.blocked': '<feature> of <client> is blocked for <player>.',
  'explain.exempt': '<feature> of <client> is free for <player>, because the player is exempt.',
  'explain.free': '<feature> of <client> is free for <player>.',
  'explain.entry': 'It is blocked for <whom>.',
  'explain.entry-until': 'It is blocked for <whom> <until>.',
  'where.nowhere': 'No list blocks <feature>.',

  'history.none': 'No change is recorded.',
  'history.change': '<time> <actor> (<source>): <change>. Id: <id>',
  'history.change-with-reason': '<time> <actor> (<source>): <change>, reason: <reason>. Id: <id>',
  'history.feature': '<feature> for <whom>: <before>, then <after>',
  'history.features': 'the list for <whom> (<names>): <before>, then <after>',
  'undo.unknown': 'There is no such change, or it is no longer recorded.',
  'undo.conflict': '<feature> for <whom> has changed since then, so nothing was undone. Check the history.',
  'undo.too-many':
    'That change affects too many features to be undone. Import a file that was exported before it.',
  'undo.many-done': 'Undone: <features> restored in the list for <whom>.',
  'undo.done': 'Undone: <feature> for <whom> is <state>.',
  'undo.unchanged': 'That change of the list for <whom> is already undone.',

  'mods.none': 'No mod has sent a request.',
  'mods.mods': 'Mods that have sent requests, the latest first: <mods>.',
  'mods.more': 'And <more> more.',

  'status.engine': 'Engine: <engine>, running for <duration>.',
  'status.redis-connected': 'Redis: connected.',
  'status.redis-connecting': 'Redis: connecting.',
  'status.redis-unreachable': 'Redis: unreachable, reconnecting.',
  'status.lists': 'Lists: <lists>.',
  'status.unread': 'not read yet',
  'status.global': '<features> for every client',
  'status.clients': { one: '<features> for <count> client', other: '<features> for <count> clients' },
  'status.servers': '<features> for servers',
  'status.timed': '(<features> of them temporarily)',
  'status.age': 'compared with Redis <duration> ago',
  'status.reading': 'and being read again',
  'status.lost': '<lists> kept in memory, because Redis has lost its data',
  'status.queue': 'Queue: <packets> waiting, <requests> in flight.',
  'status.subscriptions': 'Subscriptions: <players>.',
  'status.answers': 'Answers: <answers>.',
  'status.dropped': 'Dropped packets: <packets>.',
  'status.from-backends': 'from backends',
  'status.over-guard': 'over the limit of a player',
  'status.queue-full': 'over the limit of the queue',
  'status.client-too-old': 'from outdated clients',
  'status.none': 'none',
  'status.bridges': 'Bridges: <bridges>.',

  'bridges.none': 'No bridge is enabled: see [bridges] in config.toml.',
  'bridges.bridge': '<bridge> (<mod>): <reach>, <messages>. Blocked: <features>.',
  'bridges.every-player': 'sent to every player',
  'bridges.unsupported': '<bridge> cannot block <features>.',
  'bridges.coarse': '<bridge> can block only together with other features (bridges.coarse): <features>.',
  'bridges.older-versions': '<bridge> ignores up to Minecraft <until>: <features>.',
  'bridges.others': 'Not enabled: <bridges>.',

  'reload.done': 'The settings are applied.',
  'reload.other-data':
    'They name another Redis, database or key prefix: the lists of the previous one are dropped.',
  'reload.failed': 'Nothing was changed: <problem>.',
} as const satisfies Readonly<Record<string, Text>>;
