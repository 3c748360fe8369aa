import { useState } from 'preact/hooks';
import { differenceOf, MAX_EDITED_FEATURES } from '../../../../shared/feature-control/blocklist-change.ts';
import { compareFeatures } from '../state/compare-names.ts';
import { useListEdit } from '../state/edits.ts';
import { formatList, formatNumber, formatState } from '../state/formats.ts';
import type { ListEntry } from '../state/list-contents.ts';
import { formatListText, parseListText } from '../state/list-text.ts';
import { useStore } from '../state/store.ts';
import { t } from '../texts/translate.ts';
import { Dialog } from './dialog.tsx';
import { EditProblem, ReasonField, SubmitButton } from './edit-dialog.tsx';
import { FeatureList } from './feature-list.tsx';
import { textOf } from './form-text.ts';
import { Problem } from './problem.tsx';

export interface TextDialogProps {
  readonly list: string;
  readonly entries: readonly ListEntry[];
  readonly close: () => void;
}

/** A list as text, to copy, export, import and edit it, with a preview of the changes. */
export function TextDialog({ list, entries, close }: TextDialogProps) {
  const store = useStore();
  const [text, setText] = useState(() => formatListText(entries));
  const edit = useListEdit(list, close);
  const contents = new Map(entries);
  const wanted = parseListText(text, contents, store.now());
  const changes = typeof wanted === 'number' ? [] : differenceOf(contents, wanted);
  const isTooLong = changes.length > MAX_EDITED_FEATURES;
  return (
    <Dialog
      title={formatList(list)}
      close={close}
      submit={async (form) => {
        await edit.submit(changes, textOf(form, 'reason'));
      }}
      isBusy={edit.isBusy}
      buttons={
        store.mayWrite && (
          <SubmitButton edit={edit} isDisabled={changes.length === 0 || isTooLong}>
            {t('text.apply')}
          </SubmitButton>
        )
      }
    >
      <label>
        {t('text.label')}
        <textarea
          class="code"
          rows={10}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
          }}
        />
      </label>
      <p class="actions">
        <button type="button" onClick={() => void navigator.clipboard.writeText(text)}>
          {t('text.copy')}
        </button>
        <a class="button" download="blocklist.txt" href={`data:text/plain,${encodeURIComponent(text)}`}>
          {t('text.export')}
        </a>
      </p>
      {store.mayWrite && (
        <label>
          {t('text.import')}
          <input
            type="file"
            onChange={(event) => {
              void event.currentTarget.files?.[0]?.text().then(setText);
            }}
          />
        </label>
      )}
      <Problem text={typeof wanted === 'number' ? t('text.invalid', { line: wanted }) : ''} />
      <Problem text={isTooLong ? t('text.tooLong', { most: formatNumber(MAX_EDITED_FEATURES) }) : ''} />
      {changes.length > 0 && (
        <>
          <ReasonField />
          <p>{t('text.preview', { count: formatNumber(changes.length) })}</p>
          <FeatureList
            rows={changes
              .toSorted(compareFeatures)
              .map(({ after, feature }) => [feature, formatState(after)])}
          />
        </>
      )}
      <EditProblem edit={edit} />
    </Dialog>
  );
}
