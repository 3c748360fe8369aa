import type { Listening, ScriptHost } from '../../types/bridge.ts';

/**
 * A Java object of the named interface, each of whose calls, on whatever thread, returns at once and reaches `listening` on the script thread. What that throws is
 * logged: whoever called is gone.
 * @param result what each call returns; where a `CompletableFuture` is asked for, a fresh one
 */
export function createListener(
  host: ScriptHost,
  interfaceName: string,
  result: unknown,
  listening: Listening,
): unknown {
  return host.listener(interfaceName, result, (method, ...told) => {
    try {
      listening(method, ...told);
    } catch (cause) {
      host
        .logger()
        .error(
          `Unexpected error in the script: ${cause instanceof Error ? String(cause.stack) : String(cause)}`,
        );
    }
  });
}
