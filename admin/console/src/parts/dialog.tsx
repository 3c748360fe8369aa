import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../texts/translate.ts';

export interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly submit: (form: FormData) => Promise<void>;
  /** The button that submits the form; undefined if it cannot be submitted. */
  readonly button: ComponentChildren;
  readonly children: ComponentChildren;
}

/**
 * A form in a modal `<dialog>`. The browser moves the focus to its first field, keeps it in the dialog, and
 * returns it when the dialog is closed.
 */
export function Dialog({ title, close, submit, button, children }: DialogProps) {
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
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <div class="actions">
          <button type="button" onClick={close}>
            {t('app.cancel')}
          </button>
          {button}
        </div>
      </form>
    </dialog>
  );
}
