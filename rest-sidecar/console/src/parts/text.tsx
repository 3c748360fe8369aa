import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';

/**
 * A text that anybody may have written: its invisible characters are shown, and its direction ends with it.
 */
export function Text({ of: text, class: name = '' }: { readonly of: string; readonly class?: string }) {
  return <bdi class={name}>{escapeUnprintable(text)}</bdi>;
}
