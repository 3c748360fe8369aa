import { NEUTRAL_NAMES } from '../../../shared/bridges/neutral-names.ts';
import { endAfter, endAt } from '../../../shared/feature-control/block-end.ts';
import type { BlockEnd } from '../../../shared/feature-control/block-end.ts';
import type { FeatureChange } from '../../../shared/feature-control/blocklist-change.ts';
import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import { clientOf, GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { doubtsOf } from '../../../shared/feature-control/doubtful-names.ts';
import type { Doubt, KnownNames } from '../../../shared/feature-control/doubtful-names.ts';
import {
  BLOCKED,
  blockedUntil,
  endsEarlier,
  FREE,
  isBlocked,
  isSameState,
} from '../../../shared/feature-control/entry-state.ts';
import { stateIn } from '../../../shared/feature-control/list-contents.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { names, until } from '../messages/formats.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { reply } from '../messages/reply.ts';
import type { Reply } from '../messages/reply.ts';
import { laterUnblocking } from './bridges-command.ts';
import type { Administration, AdministeredService, Command } from './command.ts';
import { describeState, whom } from './describe-entry.ts';
import { isFailed, replyToFailedEdit } from './failed-edits.ts';
import { lostLines } from './list-contents.ts';
import type { Options } from './options.ts';
import { targetList } from './target-list.ts';

/** `block <feature> [client]`: blocks a feature, permanently or for a limited time. */
export const blockCommand: Command = {
  name: 'block',
  parameters: '<feature> [client]',
  options: ['client', 'for', 'until', 'reason', 'server'],
  flags: ['yes'],
  run: checked(async (edit) => {
    const { feature, list, author, options } = edit;
    const { blocklists, editor } = edit.service;
    const end = await readEnd(options, blocklists);
    if (end?.ok === false) return reply('failed', message(`input.${end.problem}`));
    const known = await knownNames(edit);
    const doubts = options.has('yes') || known === undefined ? [] : describeDoubts(edit, known);
    if (doubts.length > 0) return reply('unchanged', ...doubts, message('doubt.confirm'));
    const untilMs = end && Math.round(end.value);
    // The first write to a list that Redis has lost replaces its last known value (ADR 12).
    const lost = blocklists.lostFeatures(list);
    const state = untilMs === undefined ? BLOCKED : blockedUntil(untilMs);
    const result = await editor.edit(list, new Map([[feature, state]]), author);
    if (isFailed(result)) return replyToFailedEdit(list, result);
    const warning = unknownNameWarning(edit, known);
    const entry = { feature: { name: feature }, whom: whom(list) };
    if (result.outcome === 'unchanged')
      return reply('unchanged', message('block.unchanged', entry), ...warning);
    if (result.changes.every(isOnlyReason))
      return reply('changed', message('block.unchanged', entry), message('edit.reason'));
    const done =
      untilMs === undefined
        ? message('block.done', entry)
        : message('block.done-until', { ...entry, until: until(untilMs, blocklists.nowMs()) });
    const replaced = lost === 0 ? [] : [message('block.replaced', { count: lost, whom: whom(list) })];
    return reply('changed', done, ...result.changes.flatMap(previousEnd), ...replaced, ...warning);
  }),
};

/** Whether only the reason of an entry is new. */
function isOnlyReason({ after, before }: FeatureChange): boolean {
  return isSameState(before, after);
}

/** Returns the names that are known; undefined if they cannot be read. */
async function knownNames({ bridges, list, service }: Edit): Promise<KnownNames | undefined> {
  const { blocklists, catalogue } = service;
  const names = await Promise.all([catalogue.features(), catalogue.clients()]).catch(() => undefined);
  if (names === undefined) return undefined;
  const [features, clients] = names;
  return {
    features: new Set([
      ...features,
      ...blocklists.contents(list).keys(),
      ...blocklists.contents(GLOBAL_LIST).keys(),
      ...Object.keys(NEUTRAL_NAMES),
    ]),
    clients: new Set([...clients, ...bridges.enabled.map(({ name }) => name)]),
  };
}

/** Returns a line for each name that is probably not what the admin meant. */
function describeDoubts({ feature, list }: Edit, known: KnownNames): Message[] {
  const typed = { features: [feature], client: list.type === 'server' ? '' : clientOf(list) };
  return doubtsOf(typed, known).map(describeDoubt);
}

function describeDoubt(doubt: Doubt): Message {
  const name = { name: doubt.name };
  if (doubt.type === 'mod') return message('doubt.mod', { name });
  return message(`doubt.${doubt.type}`, { name, meant: names([doubt.meant].flat()) });
}

/** Returns the state before if the block now ends earlier than it did; otherwise nothing. */
function previousEnd(change: FeatureChange): Message[] {
  return endsEarlier(change) ? [message('block.before', { state: describeState(change.before) })] : [];
}

/** `unblock <feature> [client]`: removes a feature from a list. */
export const unblockCommand: Command = {
  name: 'unblock',
  parameters: '<feature> [client]',
  expectsBlocked: true,
  options: ['client', 'reason', 'server'],
  run: checked(async (edit) => {
    const { feature, list, author } = edit;
    const { blocklists, editor } = edit.service;
    const result = await editor.edit(list, new Map([[feature, FREE]]), author);
    if (isFailed(result)) return replyToFailedEdit(list, result);
    const stillBlocked = stillBlockedLine(blocklists, list, feature);
    const entry = { feature: { name: feature }, whom: whom(list) };
    if (result.outcome === 'unchanged')
      return reply(
        'unchanged',
        message('unblock.unchanged', entry),
        ...meantLine(nearestName(feature, blocklists.contents(list).keys())),
        ...stillBlocked,
        ...lostLines(blocklists, list.type === 'global' ? [list] : [GLOBAL_LIST, list]),
      );
    if (result.changes.every(isOnlyReason))
      return reply('changed', message('unblock.unchanged', entry), message('edit.reason'), ...stillBlocked);
    const hints = unblockingHints(edit, list, feature);
    return reply('changed', message('unblock.done', entry), ...hints);
  }),
};

/** Returns a line with the name that was probably meant, if there is one. */
export function meantLine(name: string | undefined): Message[] {
  return name === undefined ? [] : [message('doubt.meant', { name: { name } })];
}

/** Returns what an admin may not expect after a feature was unblocked in this list. */
export function unblockingHints(
  { bridges, service }: Administration,
  list: BlocklistName,
  feature: string,
): Message[] {
  const stillBlocked = stillBlockedLine(service.blocklists, list, feature);
  return stillBlocked.length > 0 ? stillBlocked : laterUnblocking(bridges, feature, clientOf(list));
}

/** Returns a line if a feature that was removed from this list is still blocked for every client. */
function stillBlockedLine(
  blocklists: AdministeredService['blocklists'],
  list: BlocklistName,
  feature: string,
): Message[] {
  const state = stateIn(blocklists.contents(GLOBAL_LIST), feature, blocklists.nowMs());
  return list.type === 'global' || !isBlocked(state) ? [] : [message('unblock.still-blocked')];
}

/**
 * Reads when a block ends, from `--for` or `--until`.
 * @returns undefined for a permanent block
 * @throws {RedisError} if Redis's clock cannot be read
 */
async function readEnd(
  options: Options,
  blocklists: AdministeredService['blocklists'],
): Promise<BlockEnd | undefined> {
  const [duration, date] = [options.get('for'), options.get('until')];
  if (duration !== undefined) return endAfter(duration, await blocklists.measuredNowMs());
  return date === undefined ? undefined : endAt(date, await blocklists.measuredNowMs());
}

/**
 * Warns of a client or a game server that is not known; both may be known on another proxy. A feature name
 * that contains a space, typed without quotes, is read as a feature and a client.
 */
function unknownNameWarning({ feature, list, players }: Edit, known: KnownNames | undefined): Message[] {
  if (list.type === 'server')
    return players.servers().includes(list.name)
      ? []
      : [message('block.unknown-server', { server: { name: list.name } })];
  const client = clientOf(list);
  if (client === undefined || known?.clients.has(client) !== false) return [];
  const quoted = { name: `${feature} ${client}` };
  return [message('block.unknown-client', { client: { name: client }, quoted })];
}

interface Edit extends Administration {
  readonly feature: string;
  readonly list: BlocklistName;
  readonly author: ChangeAuthor;
  readonly options: Options;
}

/** Wraps an edit in the validation of its names and options. */
function checked(run: (edit: Edit) => Promise<Reply>): Command['run'] {
  return async (administration, [feature = '', word], options, author) => {
    if (options.has('for') && options.has('until')) return reply('failed', message('input.for-and-until'));
    const target = targetList(word, options, administration.service.withServers);
    if (!target.ok) return reply('failed', target.problem);
    const reason = options.get('reason');
    const list = target.value;
    return await run({ ...administration, feature, list, options, author: { ...author, reason } });
  };
}
