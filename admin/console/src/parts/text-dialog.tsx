import { useState } from 'preact/hooks';
import { differenceOf } from '../../../../shared/feature-control/blocklist-change.ts';
import type { FeatureChange } from '../../../../shared/feature-control/blocklist-change.ts';
import { MAX_EDITED_FEATURES } from '../../../../shared/feature-control/blocklist-editor.ts';
import { compareNames } from '../state/compare-names.ts';
import { useEdits } from '../state/edits.ts';
import { formatList, formatNumber, formatState } from '../state/formats.ts';
import type { ListEntry } from '../state/list-contents.ts';
import { formatListText, parseListText } from '../state/list-text.ts';
import { useStore } from '../state/store.ts';
import { t } from '../texts/translate.ts';
import { Dialog } from './dialog.tsx';
import { EditProblem, ReasonField, SubmitButton } from './edit-dialog.tsx';
import { FirstRows } from './first-rows.tsx';
import { textOf } from './form-text.ts';
import { Problem } from './problem.tsx';
import { Text } from './text.tsx';

export interface TextDialogProps {
  readonly list: string;
  readonly entries: readonly ListEntry[];
  readonly close: () => void;
}

/** A list as text, to copy, export, import and edit it, with a preview of the changes. */
export function TextDialog({ list, entries, close }: TextDialogProps) {
  const store = useStore();
  const [text, setText] = useState(() => formatListText(entries));
  const edits = useEdits(list, close);
  const contents = new Map(entries);
  const wanted = parseListText(text, contents, store.now());
  const changes = typeof wanted === 'number' ? [] : differenceOf(contents, wanted);
  const submit = async (form: FormData): Promise<void> => {
    await edits.submit(changes, textOf(form, 'reason'));
  };
  const mayWrite = store.may('blocklists:write');
  const isTooLong = changes.length > MAX_EDITED_FEATURES;
  return (
    <Dialog
      title={formatList(list)}
      close={close}
      submit={submit}
      isBusy={edits.isBusy}
      buttons={
        !mayWrite ? null : (
          <SubmitButton edits={edits} isDisabled={changes.length === 0 || isTooLong}>
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
      {!mayWrite ? null : (
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
      {changes.length === 0 ? null : <Preview changes={changes} />}
      <EditProblem edits={edits} />
    </Dialog>
  );
}

function Preview({ changes }: { readonly changes: readonly FeatureChange[] }) {
  const sorted = changes.toSorted((one, other) => compareNames(one.feature, other.feature));
  return (
    <>
      <ReasonField />
      <p>{t('text.preview', { count: formatNumber(changes.length) })}</p>
      <FirstRows rows={sorted}>
        {(shown) => (
          <ul class="preview">
            {shown.map(({ after, feature }) => (
              <li key={feature}>
                <Text class="code name" of={feature} /> {formatState(after)}
              </li>
            ))}
          </ul>
        )}
      </FirstRows>
    </>
  );
}
