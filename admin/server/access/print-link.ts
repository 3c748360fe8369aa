import type { Logger } from '../../../shared/logger.ts';
import type { Mirrored } from '../../../shared/redis/mirror/mirrored.ts';
import type { LinkSession } from './link-session.ts';
import type { IssuedToken } from './token.ts';

interface PrintLinkOptions {
  readonly session: LinkSession;
  readonly tokens: Mirrored<IssuedToken>;
  readonly logger: Logger;
  /** The URL of the server. */
  readonly url: string;
  /** Whether to print the link; `unless-tokens`: as soon as it is known that no token is in Redis. */
  readonly when: 'always' | 'unless-tokens' | 'never';
}

/** Logs the link to the console. It contains a key that works once. */
export function printLink({ session, tokens, logger, url, when }: PrintLinkOptions): void {
  const print = (): void => {
    logger.info(`Console, for one tab, once: ${url}/console#key=${session.createKey()}`);
  };
  if (when === 'always') print();
  if (when !== 'unless-tokens') return;
  void tokens.loaded.then(() => {
    if (tokens.size === 0) print();
  });
}
