import type { BlocklistName } from '../../../shared/feature-control/editable-blocklists.ts';
import type { NameCatalogue } from '../../../shared/feature-control/name-catalogue.ts';
import { bridgedNames, laterUnblocking } from './bridges-command.ts';
import type { Administration, Command } from './command.ts';
import { blockedFeatures, firstNameProblem, knownClients, knownFeatures } from './names.ts';
import { reply } from './reply.ts';
import type { Reply, Span } from './reply.ts';

/** `block <feature> [client]`: the `SADD` of an admin. */
export function createBlockCommand({ service, bridges }: Administration): Command {
  const isBridge = (client: BlocklistName): boolean => bridges.enabled.some(({ name }) => name === client);
  return {
    name: 'block',
    parameters: '<feature> [client]',
    summary: 'blocks a feature for every client, or for one',
    run: checked(async (feature, client) => {
      const { catalogue, editable } = service();
      const isNew = await editable.add(client, feature);
      const answer = isNew
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

/** `unblock <feature> [client]`: the `SREM` of an admin. */
export function createUnblockCommand({ service, bridges }: Administration): Command {
  return {
    name: 'unblock',
    parameters: '<feature> [client]',
    summary: 'removes a feature from the list for every client, or for one',
    run: checked(async (feature, client) => {
      const { editable } = service();
      const wasThere = await editable.remove(client, feature);
      const stillBlocked =
        client !== undefined && (await editable.has(undefined, feature))
          ? ', but it is still blocked for every client'
          : '';
      const unblocked: Span[] = [
        'Unblocked ',
        { name: feature },
        ' for ',
        ...whom(client),
        `${stillBlocked}.`,
      ];
      return wasThere
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
  client: BlocklistName,
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
  edit: (feature: string, client: BlocklistName) => Promise<Reply>,
): (words: readonly string[]) => Promise<Reply> {
  return async ([feature = '', client]) => {
    const problem = firstNameProblem(client, [feature]);
    return problem === undefined ? await edit(feature, client) : reply('failed', problem);
  };
}

function whom(client: BlocklistName): Span[] {
  return client === undefined ? ['every client'] : [{ name: client }];
}
