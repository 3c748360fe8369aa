import { globalOrClientList, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { Result } from '../../../shared/result.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Options } from './options.ts';

/** The list that a command names, or one sentence about the problem. */
type TargetList = Result<BlocklistName, Message>;

/**
 * @param word the client in the place of the parameter; it may be given by `--client` instead
 * @param withServers whether game servers have lists
 */
export function targetList(word: string | undefined, options: Options, withServers: boolean): TargetList {
  const client = options.get('client') ?? word;
  const server = options.get('server');
  if (options.has('client') && word !== undefined)
    return { ok: false, problem: message('input.option-twice', { option: '--client' }) };
  if (server === undefined) return { ok: true, value: globalOrClientList(client) };
  if (!withServers) return { ok: false, problem: message('input.no-servers') };
  return client === undefined
    ? { ok: true, value: serverList(server) }
    : { ok: false, problem: message('input.client-and-server') };
}
