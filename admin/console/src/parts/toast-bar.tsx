import { useEffect } from 'preact/hooks';
import { useStore } from '../state/store.ts';
import { t } from '../texts/translate.ts';
import { UndoButton } from './undo-button.tsx';

/** How long a toast is shown, in milliseconds. */
const SHOWN_MS = 10_000;

/** The result of the latest edit, with a button to undo it. */
export function ToastBar() {
  const store = useStore();
  const { toast } = store;
  const close = (): void => {
    store.show(undefined);
  };
  useEffect(() => {
    if (toast === undefined) return undefined;
    const timer = setTimeout(close, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [toast]);
  return (
    <div role="status" class="toast-place">
      {toast && (
        <div class="toast">
          <span class="grow">{toast.text}</span>
          {toast.reversal && <UndoButton key={toast.reversal.ids.join()} reversal={toast.reversal} />}
          <button type="button" aria-label={t('app.close')} onClick={close}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
