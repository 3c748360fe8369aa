import type { ComponentChildren } from 'preact';
import type { Loaded } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';
import { Problem } from './problem.tsx';

export interface LoadStatusProps {
  readonly loaded: Loaded<unknown>;
  /** What is said about the data once it is loaded. */
  readonly children?: ComponentChildren;
}

/** Says that data is being loaded, or why it could not be loaded. */
export function LoadStatus({ loaded: { body, problem }, children }: LoadStatusProps) {
  const isLoading = body === undefined && problem === '';
  const text = isLoading ? t('app.loading') : body !== undefined && children;
  return (
    <>
      {problem !== '' && (
        <div role="alert">
          <Problem text={problem} />
        </div>
      )}
      {text && (
        <p class="quiet" role="status">
          {text}
        </p>
      )}
    </>
  );
}
