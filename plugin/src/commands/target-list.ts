import { globalOrClientList, serverList } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Options } from './options.ts';

/** The list that a command names, or one sentence about the problem. */
export type TargetList =
  | { readonly ok: true; readonly list: BlocklistName }
  | { readonly ok: false; readonly problem: Message };

/** @param withServers whether game servers have lists */
export function targetList(client: string | undefined, options: Options, withServers: boolean): TargetList {
  const server = options.get('server');
  if (server === undefined) return { ok: true, list: globalOrClientList(client) };
  if (!withServers) return { ok: false, problem: message('input.no-servers') };
  return client === undefined
    ? { ok: true, list: serverList(server) }
    : { ok: false, problem: message('input.client-and-server') };
}
