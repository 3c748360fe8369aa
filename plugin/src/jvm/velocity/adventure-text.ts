import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';
import type { Component } from '../../../types/velocity.ts';
import type { Language } from '../../messages/language.ts';
import { renderReply } from '../../messages/render.ts';
import type { Target } from '../../messages/render.ts';
import type { Reply } from '../../messages/reply.ts';

/**
 * Renders a reply for players and the console; a console without colours shows plain text. Only the texts of
 * the languages are parsed as MiniMessage. A name is literal text: it is escaped, cannot contain click
 * events, and its tags are not parsed.
 */
export function createComponent(reply: Reply, language: Language): Component {
  return renderReply(reply, language, COMPONENTS);
}

/** Renders a template as plain text. @throws (a Java exception) if the template is invalid */
export function showTemplate(template: string, values: ReadonlyMap<string, string>): string {
  const components = new Map(Array.from(values, ([name, text]) => [name, COMPONENTS.text(text)] as const));
  const plainText = Java.type('net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer');
  return plainText.plainText().serialize(COMPONENTS.template(template, components));
}

const COMPONENTS: Target<Component> = {
  text: (content) => newText().content(escapeUnprintable(content)).build(),
  template: (template, values) => {
    const placeholder = Java.type('net.kyori.adventure.text.minimessage.tag.resolver.Placeholder');
    const placeholders = Java.type('net.kyori.adventure.text.minimessage.tag.resolver.TagResolver').builder();
    for (const [name, value] of values) placeholders.resolver(placeholder.component(name, value));
    const miniMessage = Java.type('net.kyori.adventure.text.minimessage.MiniMessage').miniMessage();
    return miniMessage.deserialize(template, placeholders.build());
  },
  join: (parts) => {
    const whole = newText();
    for (const part of parts) whole.append(part);
    return whole.build();
  },
};

function newText() {
  return Java.type('net.kyori.adventure.text.Component').text();
}
