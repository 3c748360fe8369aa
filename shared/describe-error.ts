import { escapeUnprintable } from './escape-unprintable.ts';

/**
 * What was thrown, escaped for a log: its name and message in one line, whatever is in them, and each frame
 * of its stack in a line of its own, indented, so that none of them can be taken for another entry of the
 * log.
 * @param describeOther words what is no error
 */
export function describeError(cause: unknown, describeOther: (cause: unknown) => string = String): string {
  if (!(cause instanceof Error)) return escapeUnprintable(describeOther(cause));
  const { message, stack = String(cause) } = cause;
  // Names and codes stand before the message, and line breaks that are the stack's own only behind it.
  const messageAt = stack.indexOf(message);
  if (messageAt === -1) return escapeUnprintable(stack);
  const framesAt = messageAt + message.length;
  const frames = stack.slice(framesAt).split('\n').map(escapeUnprintable);
  return escapeUnprintable(stack.slice(0, framesAt)) + frames.join('\n');
}
