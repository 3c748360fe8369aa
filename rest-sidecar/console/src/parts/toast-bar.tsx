import { useEffect } from 'preact/hooks';
import { useApp, useStore } from '../state/context.ts';
import type { Toast } from '../state/context.ts';
import { undo } from './history-row.tsx';
import { Sentence } from './sentence.tsx';

/** How long a toast is shown, in milliseconds. */
const SHOWN_MS = 10_000;

export interface ToastBarProps {
  readonly toast: Toast | undefined;
  readonly close: () => void;
}

/** The result of the latest edit, with a button to undo it. */
export function ToastBar({ toast, close }: ToastBarProps) {
  const app = useApp();
  const store = useStore();
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
          {undoId === undefined ? null : (
            <button type="button" onClick={() => void undo(store, undoId, app)}>
              {app.t('app.undo')}
            </button>
          )}
          <button type="button" class="icon" aria-label={app.t('app.close')} onClick={close}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
