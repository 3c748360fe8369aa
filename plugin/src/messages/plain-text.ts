import { PLAIN_ENGLISH } from './language.ts';
import type { Language } from './language.ts';
import { renderReply } from './render.ts';
import type { Target } from './render.ts';
import type { Reply } from './reply.ts';

const PLAIN: Target<string> = {
  text: (content) => content,
  template: (template, values) =>
    template.replace(/<([a-z-]{1,40})>/g, (_, name: string) => values.get(name) ?? ''),
  join: (parts) => parts.join(''),
};

/**
 * Renders a reply without colours and escapes. For built-in texts only: it replaces placeholders, and removes
 * all other MiniMessage tags.
 */
export function plainText(reply: Reply, language: Language = PLAIN_ENGLISH): string {
  return renderReply(reply, language, PLAIN);
}
