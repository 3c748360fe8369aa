import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import type { Component, TextColor } from '../../types/velocity.ts';
import { quoteWord } from '../commands/reply.ts';
import type { Reply, Span, Tone } from '../commands/reply.ts';

/**
 * A reply in the game's colours, for players and the console. Text stays text, whatever is in a name: it is
 * escaped, nothing in it can be clicked, and no tags are read.
 */
export function createComponent({ tone, lines }: Reply): Component {
  const whole = Java.type('net.kyori.adventure.text.Component').text().color(colourOf(tone));
  lines.forEach((line, index) => {
    if (index > 0) whole.append(newText('\n'));
    for (const span of line) whole.append(createSpan(span));
  });
  return whole.build();
}

function createSpan(span: Span): Component {
  return typeof span === 'string'
    ? newText(escapeUnprintable(span))
    : newText(
        escapeUnprintable(quoteWord(span.name)),
        Java.type('net.kyori.adventure.text.format.NamedTextColor').AQUA,
      );
}

/** @param text escaped @param colour that of the whole where it has none of its own */
function newText(text: string, colour?: TextColor): Component {
  const builder = Java.type('net.kyori.adventure.text.Component').text().content(text);
  return (colour === undefined ? builder : builder.color(colour)).build();
}

function colourOf(tone: Tone): TextColor {
  const colours = Java.type('net.kyori.adventure.text.format.NamedTextColor');
  return { changed: colours.GREEN, unchanged: colours.YELLOW, answer: colours.GRAY, failed: colours.RED }[
    tone
  ];
}
