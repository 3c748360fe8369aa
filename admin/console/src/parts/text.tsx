import { escapeUnprintable } from '../../../../shared/escape-unprintable.ts';

interface TextProps {
  readonly of: string;
  readonly class?: string;
  /** Whether the browser may translate it. Default: false, as for names. */
  readonly isProse?: boolean;
}

/** An untrusted text. Its invisible characters are escaped, and its text direction is isolated. */
export function Text({ of: text, class: name = '', isProse = false }: TextProps) {
  return (
    <bdi class={name} translate={isProse}>
      {escapeUnprintable(text)}
    </bdi>
  );
}
