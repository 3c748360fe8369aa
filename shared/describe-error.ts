import { escapeUnprintable } from './escape-unprintable.ts';

/**
 * Describes a thrown value for a log, escaped. An error's name and message are one line, whatever characters
 * they contain; each frame of its stack is an indented line of its own. So no part of the text can be
 * mistaken for another log entry.
 * @param describeOther describes a thrown value that is not an `Error`
 */
export function describeError(cause: unknown, describeOther: (cause: unknown) => string = String): string {
  if (!(cause instanceof Error)) return escapeUnprintable(describeOther(cause));
  const { message, stack = String(cause) } = cause;
  // The stack begins with name, code and message. Line breaks before the end of the message are escaped;
  // those after it separate the frames.
  const messageAt = stack.indexOf(message);
  if (messageAt === -1) return escapeUnprintable(stack);
  const framesAt = messageAt + message.length;
  const frames = stack.slice(framesAt).split('\n').map(escapeUnprintable);
  return escapeUnprintable(stack.slice(0, framesAt)) + frames.join('\n');
}
