import type { ComponentChildren } from 'preact';
import { t } from '../texts/translate.ts';

export interface PageProps {
  readonly name: 'explain' | 'history' | 'network' | 'players' | 'rejected';
  /** Beside the heading. */
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page with its heading. */
export function Page({ name, action, children }: PageProps) {
  return (
    <section class="page" aria-labelledby="page-title" tabIndex={-1}>
      <header class="page-head">
        <h1 id="page-title">{t(`page.${name}`)}</h1>
        {action}
      </header>
      {children}
    </section>
  );
}
