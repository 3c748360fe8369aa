import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';

/** An untrusted text. Its invisible characters are escaped, and its text direction is isolated. */
export function Text({ of: text, class: name = '' }: { readonly of: string; readonly class?: string }) {
  return <bdi class={name}>{escapeUnprintable(text)}</bdi>;
}
