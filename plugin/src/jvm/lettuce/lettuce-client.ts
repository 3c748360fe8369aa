import type { NatMap } from '../../../../shared/redis/url/nat-map.ts';
import { describeNode } from '../../../../shared/redis/url/redis-node.ts';
import type { Timers } from '../../../../shared/timers.ts';
import type { Executor } from '../../../types/jdk.ts';
import type { LettuceClient } from '../../../types/lettuce.ts';
import type { TlsFiles } from '../../config/parse-config.ts';

export interface LettuceClientOptions {
  /** The timeout of one command, in milliseconds. */
  readonly commandTimeoutMs: number;
  readonly tls: TlsFiles;
  readonly natMap: NatMap;
}

/** The client, with the executor and timers needed to use it. */
export interface LettuceAccess {
  readonly client: LettuceClient;
  readonly executor: Executor;
  readonly timers: Timers;
}

/** @throws (a Java exception) if a certificate is invalid */
export function createLettuceClient({ commandTimeoutMs, natMap, tls }: LettuceClientOptions): LettuceClient {
  const Client = Java.type('io.github.featurecontrol.isolated.LettuceClient');
  const certificates = Client.sslOptions(tls.authorities, tls.certificate, tls.key);
  const addresses = Array.from(natMap, ([announced, node]) => [announced, describeNode(node)] as const);
  return new Client(commandTimeoutMs, certificates, Object.fromEntries(addresses));
}
