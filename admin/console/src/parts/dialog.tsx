import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../texts/translate.ts';

export interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly submit: (form: FormData) => Promise<void>;
  /** The buttons that submit the form; false if it cannot be submitted. */
  readonly buttons: ComponentChildren;
  /** Whether a request is in flight. After a second, the dialog shows that. */
  readonly isBusy: boolean;
  readonly children: ComponentChildren;
}

/**
 * A form in a modal `<dialog>`. The browser moves the focus to its first field, keeps it in the dialog, and
 * returns it when the dialog is closed. The buttons stay in sight, however long the form is.
 */
export function Dialog({ title, close, submit, buttons, isBusy, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Other effects end after the element is removed, when it can no longer return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} tabIndex={-1} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <h2 id={id}>{title}</h2>
        <div class="form fields">{children}</div>
        {isBusy && <progress class="late" aria-label={t('edit.busy')} />}
        <div class="actions">
          <button type="button" onClick={close}>
            {t('app.cancel')}
          </button>
          {buttons}
        </div>
      </form>
    </dialog>
  );
}
