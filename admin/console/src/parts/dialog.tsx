import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useApp } from '../state/context.ts';

export interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A modal `<dialog>`. The browser keeps the focus within it, and restores the focus when it is closed. */
export function Dialog({ title, close, children }: DialogProps) {
  const { t } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={close}>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="icon" aria-label={t('app.close')} onClick={close}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

export interface DialogActionsProps {
  readonly close: () => void;
  /** The button that submits the form. */
  readonly children: ComponentChildren;
}

/** The buttons at the end of a dialog's form. */
export function DialogActions({ close, children }: DialogActionsProps) {
  const { t } = useApp();
  return (
    <div class="actions">
      <button type="button" onClick={close}>
        {t('app.cancel')}
      </button>
      {children}
    </div>
  );
}
