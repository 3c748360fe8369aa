import {
  endAfter,
  endAt,
  BLOCK_END_PROBLEMS,
  machineOffset,
} from '../../../shared/feature-control/block-end.ts';
import type { BlockEnd } from '../../../shared/feature-control/block-end.ts';
import { GLOBAL_LIST } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { ChangeAuthor } from '../../../shared/feature-control/blocklist-editor.ts';
import { isBlocked } from '../../../shared/feature-control/entry-state.ts';
import type { NameCatalogue } from '../../../shared/feature-control/name-catalogue.ts';
import { bridgedNames, laterUnblocking } from './bridges-command.ts';
import type { Administration, AdministeredService, Command } from './command.ts';
import { namedList, untilPhrase, whom } from './list-words.ts';
import { blockedFeatures, firstNameProblem, knownClients, knownFeatures } from './names.ts';
import type { Options } from './options.ts';
import { refusalOf } from './refusals.ts';
import { reply } from './reply.ts';
import type { Reply, Span } from './reply.ts';

/** `block <feature> [client]`: for good, or for a time. */
export function createBlockCommand({ service, bridges }: Administration): Command {
  const isBridge = (client: string | undefined): boolean =>
    bridges.enabled.some(({ name }) => name === client);
  return {
    name: 'block',
    parameters: '<feature> [client]',
    options: ['for', 'until', 'reason', 'server'],
    summary: 'blocks a feature for every client, or for one',
    run: checked(service, async ({ feature, client, list, author, options }) => {
      const { blocklists, catalogue, editor } = service();
      const end = await readEnd(options, blocklists);
      if (end?.ok === false) return reply('failed', BLOCK_END_PROBLEMS[end.problem]);
      const untilMs = end && Math.round(end.untilMs);
      const result = await editor.block(list, feature, { ...author, untilMs });
      const refusal = refusalOf(result);
      if (refusal !== undefined) return refusal;
      const until = untilMs === undefined ? '' : untilPhrase(untilMs, blocklists.nowMs());
      const answer =
        result.outcome === 'changed'
          ? reply('changed', 'Blocked ', { name: feature }, ' for ', ...whom(list), `${until}.`)
          : reply('unchanged', { name: feature }, ' was blocked already for ', ...whom(list), '.');
      const warning = isBridge(client) ? [] : await unknownClientWarning(catalogue, client, feature);
      return { ...answer, lines: [...answer.lines, ...warning] };
    }),
    complete: ([feature], prefix) =>
      feature === undefined
        ? knownFeatures(service(), prefix, bridgedNames(bridges))
        : knownClients(
            service(),
            prefix,
            bridges.enabled.map(({ name }) => name),
          ),
  };
}

/** `unblock <feature> [client]` */
export function createUnblockCommand({ service, bridges }: Administration): Command {
  return {
    name: 'unblock',
    parameters: '<feature> [client]',
    options: ['reason', 'server'],
    summary: 'removes a feature from the list for every client, or for one',
    run: checked(service, async ({ feature, client, list, author }) => {
      const { editor } = service();
      const result = await editor.unblock(list, feature, author);
      const refusal = refusalOf(result);
      if (refusal !== undefined) return refusal;
      const stillBlocked =
        list.kind !== 'global' && isBlocked(await editor.read(GLOBAL_LIST, feature))
          ? ', but it is still blocked for every client'
          : '';
      const unblocked: Span[] = ['Unblocked ', { name: feature }, ' for ', ...whom(list), `${stillBlocked}.`];
      return result.outcome === 'changed'
        ? { tone: 'changed', lines: [unblocked, ...laterUnblocking(bridges, feature, client)] }
        : reply(
            'unchanged',
            { name: feature },
            ' was not in the list for ',
            ...whom(list),
            `${stillBlocked}.`,
          );
    }),
    complete: ([feature], prefix) =>
      feature === undefined ? blockedFeatures(service(), prefix) : knownClients(service(), prefix),
  };
}

/** @returns undefined for a block without an end @throws {RedisError} where Redis's clock cannot be read */
async function readEnd(
  options: Options,
  blocklists: AdministeredService['blocklists'],
): Promise<BlockEnd | undefined> {
  const [duration, date] = [options.get('for'), options.get('until')];
  if (duration !== undefined) return endAfter(duration, await blocklists.measuredNowMs());
  return date === undefined ? undefined : endAt(date, await blocklists.measuredNowMs(), machineOffset);
}

/**
 * A feature with a blank in its name and without quotes reads as a feature and a client. Says nothing where
 * the catalogue cannot be read.
 */
async function unknownClientWarning(
  catalogue: NameCatalogue,
  client: string | undefined,
  feature: string,
): Promise<Span[][]> {
  if (client === undefined) return [];
  const known = await catalogue.clients().catch(() => [client]);
  if (known.includes(client)) return [];
  const quoted = { name: `${feature} ${client}` };
  return [
    ['No mod with the identifier ', { name: client }, ' has asked recently.'],
    ['If you meant a feature whose name contains a space, put it in quotes: ', quoted, '.'],
  ];
}

interface Edit {
  readonly feature: string;
  readonly client: string | undefined;
  readonly list: BlocklistName;
  readonly author: ChangeAuthor;
  readonly options: Options;
}

function checked(service: Administration['service'], edit: (edit: Edit) => Promise<Reply>): Command['run'] {
  return async ([feature = '', client], author, options) => {
    const problem = firstNameProblem(client, [feature]);
    if (problem !== undefined) return reply('failed', problem);
    if (options.has('for') && options.has('until'))
      return reply('failed', 'Give --for or --until, not both.');
    const named = namedList(client, options, service().withServers);
    if (!named.ok) return reply('failed', named.problem);
    const { list } = named;
    return await edit({
      feature,
      client,
      list,
      options,
      author: { ...author, reason: options.get('reason') },
    });
  };
}
