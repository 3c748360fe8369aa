import type { ComponentChildren } from 'preact';
import { useStore } from '../state/store.ts';

export interface EditButtonProps {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** What screen readers say in place of its text. */
  readonly label?: string | undefined;
  /** Whether its edit is being made, or was made. */
  readonly isBusy?: boolean;
}

/**
 * A button that leads to an edit, if the token permits edits. While nothing can be edited, it looks disabled,
 * and says why: as its title, and if it is pressed. It can still have the focus, so that an outage takes it
 * from nobody.
 */
export function EditButton({ onClick, children, class: name, label, isBusy = false }: EditButtonProps) {
  const store = useStore();
  const { obstacle } = store;
  if (!store.mayWrite) return null;
  return (
    <button
      type="button"
      class={name}
      aria-label={label}
      aria-disabled={isBusy || obstacle !== ''}
      title={obstacle === '' ? undefined : obstacle}
      onClick={() => {
        if (obstacle !== '') store.show({ ...store.toast, text: obstacle });
        else if (!isBusy) onClick();
      }}
    >
      {children}
    </button>
  );
}
