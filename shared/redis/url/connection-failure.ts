import { describeNode, keyOf } from './redis-node.ts';
import type { RedisNode } from './redis-node.ts';
import { describeNodes } from './redis-url.ts';
import type { RedisUrl } from './redis-url.ts';
import { explainReply, RIGHT_URL, UNKNOWN_TOPOLOGY } from './topology.ts';

/** How Node, the JVM or Redis describe a failure in lower case, what it means, and what to do about it. */
type Explanation = readonly [text: RegExp, problem: string, advice: string];

/** The network does not lead to a server. */
const UNREACHABLE: readonly Explanation[] = [
  [/econnrefused|connection refused/, 'refuses connections', 'start Redis there, or correct the address'],
  [
    /enotfound|eai_again|nxdomain|failed to resolve|name or service/,
    'has an unknown host name',
    'correct it, or the name service',
  ],
  [
    /etimedout|timed out|timeout|unable to connect/,
    'does not answer',
    'see whether Redis runs there, with TLS if the URL says so, and whether a firewall is in between; if it is ' +
      'far away, raise REDIS_COMMAND_TIMEOUT_MS',
  ],
  [
    /ehostunreach|enetunreach|network is unreachable|no route/,
    'is in a network that cannot be reached',
    'correct the address, or the route',
  ],
];

/** The server was reached, and cannot be used. */
const UNUSABLE: readonly Explanation[] = [
  [
    /certificate.required|handshake.failure/,
    'requires a certificate of the client',
    'set REDIS_CERT_FILE and REDIS_KEY_FILE',
  ],
  [
    /alert:? (?:unknown.ca|decrypt.error|(?:bad|unsupported).certificate|certificate.(?:unknown|expired|revoked))/,
    'refuses the certificate of the client',
    'use one of an authority that Redis trusts',
  ],
  [
    /certificate has expired|not yet valid|notafter|notbefore|validity check/,
    'has a certificate that is not valid now',
    'renew it, or correct the clock',
  ],
  [
    /altnames|no (?:subject alternative|name matching)/,
    'has a certificate for other names',
    'use one of its names in the URL',
  ],
  [
    /self-signed certificate|first certificate|issuer certificate|signature (?:failure|does not match)|pkix|trust ?anchor/,
    'has a certificate of an authority that is not trusted',
    'name the authority in REDIS_CA_FILE',
  ],
  [
    /wrong version number|packet length too long|not an ssl|record layer/,
    'does not use TLS',
    'its URL must begin with redis in place of rediss',
  ],
  [/master was replaced/, 'is no longer the master', 'its host name leads to another server now'],
  [/no such master/, 'knows no master with that name', 'correct ?master= in the URL'],
  [/max number of clients/, 'has as many clients as its maxclients allows', 'raise it, or close others'],
  [
    /protected mode/,
    'is in protected mode: it accepts only local clients',
    'create users, or set a password',
  ],
  [/noauth/, 'requires a password', 'put the user and the password into its URL'],
  [/wrongpass|invalid password/, 'refuses the user or the password', 'correct them in its URL'],
  [/db index/, 'has no database with that number', 'correct the end of its URL'],
  [
    new RegExp(UNKNOWN_TOPOLOGY),
    'does not say whether it belongs to a cluster',
    'allow its user INFO, ASKING and READONLY',
  ],
  [/loading/, 'is loading its data', 'try again in a moment'],
  [/hello/, 'has no HELLO, which the plugin needs', 'remove its rename-command'],
  [/protocol error|resp type|reply type|first byte/, 'is not Redis', 'correct the address'],
  [
    /econnreset|epipe|connection (?:is closed|was closed|was lost|reset)|disconnected/,
    'closes the connection',
    'see its log; if it uses TLS, its URL must begin with rediss',
  ],
];

/**
 * Explains in one line why there is no connection.
 * @param text of a library or of Redis
 * @param node the server, if it is known; if it is not in the URL, Redis has announced it
 */
export function explainFailure(text: string, url: RedisUrl, node?: RedisNode): string {
  const otherTopology = text.includes(RIGHT_URL) ? text : explainReply(text, url);
  if (otherTopology !== undefined) return otherTopology;
  const lowered = text.toLowerCase();
  const isKnown = ([pattern]: Explanation): boolean => pattern.test(lowered);
  const unreachable = UNREACHABLE.find(isKnown);
  const [, problem, advice] = unreachable ?? UNUSABLE.find(isKnown) ?? [];
  const address = node === undefined ? describeNodes(url) : describeNode(node);
  if (problem === undefined) return `${address} fails: ${text.split('\n')[0] ?? ''}`;
  const isAnnounced = node !== undefined && !url.nodes.some((other) => keyOf(other) === keyOf(node));
  if (isAnnounced && unreachable !== undefined)
    return `${address}, which Redis announces, ${problem}: make it reachable, or map it in REDIS_NAT_MAP`;
  return `${address} ${problem}: ${advice}`;
}
