import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import type { Component } from '../../types/velocity.ts';
import type { Reply } from '../commands/reply.ts';
import type { Language } from '../messages/language.ts';
import type { Message } from '../messages/message.ts';
import { render, renderReply } from '../messages/render.ts';
import type { Target } from '../messages/render.ts';

/**
 * A reply for players and the console, which shows it without colours where its terminal has none. Only texts
 * of the languages are read as MiniMessage. Whatever is in a name stays text: it is escaped, nothing in it
 * can be clicked, and no tags are read.
 */
export function createComponent(reply: Reply, language: Language): Component {
  return renderReply(reply, language, COMPONENTS);
}

/** A message where there are no colours. */
export function plainTextOf(message: Message, language: Language): string {
  return serialize(render(message, language, COMPONENTS));
}

/** What a template shows, without colours. @throws (a Java exception) where it cannot be read */
export function showTemplate(template: string, values: ReadonlyMap<string, string>): string {
  const components = new Map(Array.from(values, ([name, text]) => [name, COMPONENTS.text(text)] as const));
  return serialize(COMPONENTS.template(template, components));
}

function serialize(component: Component): string {
  const plainText = Java.type('net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer');
  return plainText.plainText().serialize(component);
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
