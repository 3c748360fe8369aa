import { useEffect } from 'preact/hooks';
import { useApp } from '../state/context.ts';
import type { Toast } from '../state/context.ts';
import { Sentence } from './sentence.tsx';
import { UndoButton } from './undo-button.tsx';

/** How long a toast is shown, in milliseconds. */
const SHOWN_MS = 10_000;

export interface ToastBarProps {
  readonly toast: Toast | undefined;
  readonly close: () => void;
}

/** The result of the latest edit, with a button to undo it. */
export function ToastBar({ toast, close }: ToastBarProps) {
  const { t } = useApp();
  useEffect(() => {
    if (toast === undefined) return undefined;
    const timer = setTimeout(close, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [toast]);
  const undoId = toast?.undoId;
  return (
    <div role="status" class="toast-place">
      {toast === undefined ? null : (
        <div class="toast">
          <span class="grow">
            <Sentence phrase={toast.phrase} />
          </span>
          {undoId === undefined ? null : <UndoButton key={undoId} id={undoId} />}
          <button type="button" class="icon" aria-label={t('app.close')} onClick={close}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
