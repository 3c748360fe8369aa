import type { ChangeAuthor, EditResult } from '../../../shared/feature-control/blocklist-editor.ts';
import { GLOBAL_LIST, globalOrClientList } from '../../../shared/feature-control/blocklist-name.ts';
import { isBlocked } from '../../../shared/feature-control/entry-state.ts';
import type { NameCatalogue } from '../../../shared/feature-control/name-catalogue.ts';
import { bridgedNames, laterUnblocking } from './bridges-command.ts';
import type { Administration, Command } from './command.ts';
import { blockedFeatures, firstNameProblem, knownClients, knownFeatures } from './names.ts';
import { reply } from './reply.ts';
import type { Reply, Span } from './reply.ts';

/** `block <feature> [client]`: blocks for good. */
export function createBlockCommand({ service, bridges }: Administration): Command {
  const isBridge = (client: string | undefined): boolean =>
    bridges.enabled.some(({ name }) => name === client);
  return {
    name: 'block',
    parameters: '<feature> [client]',
    summary: 'blocks a feature for every client, or for one',
    run: checked(async (feature, client, author) => {
      const { catalogue, editor } = service();
      const result = await editor.block(globalOrClientList(client), feature, author);
      const refusal = refusalOf(result);
      if (refusal !== undefined) return refusal;
      const answer =
        result.outcome === 'changed'
          ? reply('changed', 'Blocked ', { name: feature }, ' for ', ...whom(client), '.')
          : reply('unchanged', { name: feature }, ' was blocked already for ', ...whom(client), '.');
      return {
        ...answer,
        lines: [
          ...answer.lines,
          ...(isBridge(client) ? [] : await unknownClientWarning(catalogue, client, feature)),
        ],
      };
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
    summary: 'removes a feature from the list for every client, or for one',
    run: checked(async (feature, client, author) => {
      const { editor } = service();
      const result = await editor.unblock(globalOrClientList(client), feature, author);
      const refusal = refusalOf(result);
      if (refusal !== undefined) return refusal;
      const stillBlocked =
        client !== undefined && isBlocked(await editor.read(GLOBAL_LIST, feature))
          ? ', but it is still blocked for every client'
          : '';
      const unblocked: Span[] = [
        'Unblocked ',
        { name: feature },
        ' for ',
        ...whom(client),
        `${stillBlocked}.`,
      ];
      return result.outcome === 'changed'
        ? { tone: 'changed', lines: [unblocked, ...laterUnblocking(bridges, feature, client)] }
        : reply(
            'unchanged',
            { name: feature },
            ' was not in the list for ',
            ...whom(client),
            `${stillBlocked}.`,
          );
    }),
    complete: ([feature], prefix) =>
      feature === undefined ? blockedFeatures(service(), prefix) : knownClients(service(), prefix),
  };
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

function checked(
  edit: (feature: string, client: string | undefined, author: ChangeAuthor) => Promise<Reply>,
): Command['run'] {
  return async ([feature = '', client], author) => {
    const problem = firstNameProblem(client, [feature]);
    return problem === undefined ? await edit(feature, client, author) : reply('failed', problem);
  };
}

/** @returns undefined where the entry is as it was to be */
function refusalOf(result: EditResult): Reply | undefined {
  switch (result.outcome) {
    case 'invalid':
      return reply('failed', result.problem);
    case 'conflict':
      return reply('failed', 'Others are changing that at the same time. Look at it, and try again.');
    default:
      return undefined;
  }
}

function whom(client: string | undefined): Span[] {
  return client === undefined ? ['every client'] : [{ name: client }];
}
