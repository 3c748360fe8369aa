import type { BlocklistName } from '../../../shared/feature-control/editable-blocklists.ts';
import type { Administration } from './administered-service.ts';
import type { Command } from './command.ts';
import { blockedFeatures, knownClients, knownFeatures } from './known-names.ts';
import { firstNameProblem } from './name-problem.ts';
import { reply } from './reply.ts';
import type { Reply, Span } from './reply.ts';

/** `block <feature> [client]`: the `SADD` of an admin. */
export function createBlockCommand({ service }: Administration): Command {
  return {
    ...EDIT,
    name: 'block',
    run: checked(async (feature, client) => {
      const isNew = await service().editable.add(client, feature);
      return isNew
        ? reply('changed', 'Blocked ', { name: feature }, ' for ', ...whom(client), '.')
        : reply('unchanged', { name: feature }, ' was blocked already for ', ...whom(client), '.');
    }),
    complete: ([feature], prefix) =>
      feature === undefined ? knownFeatures(service(), prefix) : knownClients(service(), prefix),
  };
}

/** `unblock <feature> [client]`: the `SREM` of an admin. */
export function createUnblockCommand({ service }: Administration): Command {
  return {
    ...EDIT,
    name: 'unblock',
    run: checked(async (feature, client) => {
      const { editable } = service();
      const wasThere = await editable.remove(client, feature);
      const stillBlocked =
        client !== undefined && (await editable.has(undefined, feature))
          ? ', but it is still blocked for every client'
          : '';
      return wasThere
        ? reply('changed', 'Unblocked ', { name: feature }, ' for ', ...whom(client), `${stillBlocked}.`)
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

const EDIT = { parameters: '<feature> [client]', leastWords: 1, mostWords: 2 };

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
