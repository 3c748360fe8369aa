import { useState } from 'preact/hooks';
import { differenceOf } from '../../../../shared/feature-control/list-difference.ts';
import type { ListDifference } from '../../../../shared/feature-control/list-difference.ts';
import { useEdits } from '../state/edits.ts';
import { formatEntry, formatList } from '../state/formats.ts';
import { contentsOf } from '../state/list-contents.ts';
import type { BlockedFeature } from '../state/list-contents.ts';
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
  readonly blocked: readonly BlockedFeature[];
  readonly close: () => void;
}

/** A list as text, to copy, export, import and edit it, with a preview of the changes. */
export function TextDialog({ list, blocked, close }: TextDialogProps) {
  const store = useStore();
  const [text, setText] = useState(() => formatListText(blocked));
  const edits = useEdits(list, close);
  const wanted = parseListText(text, store.now());
  const difference = typeof wanted === 'number' ? [] : differenceOf(contentsOf(blocked), wanted);
  const submit = async (form: FormData): Promise<void> => {
    // The list may also contain ends of features that are blocked permanently.
    const states = new Map(blocked.map(({ feature, state }) => [feature, state]));
    const changes = difference.map(({ feature, before, after }) => ({
      feature,
      before: states.get(feature) ?? before,
      after,
    }));
    await edits.submit(changes, textOf(form, 'reason'));
  };
  const isEditable = store.may('blocklists:write') && difference.length > 0;
  return (
    <Dialog
      title={formatList(list)}
      close={close}
      submit={submit}
      button={isEditable ? <SubmitButton edits={edits} label={t('text.apply')} class="primary" /> : null}
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
      {!store.may('blocklists:write') ? null : (
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
      {difference.length === 0 ? null : <Preview difference={difference} />}
      <EditProblem edits={edits} />
    </Dialog>
  );
}

function Preview({ difference }: { readonly difference: ListDifference }) {
  return (
    <>
      <p>{t('text.preview', { count: difference.length })}</p>
      <FirstRows rows={difference}>
        {(shown) => (
          <ul class="preview">
            {shown.map(({ feature, after: { permanent, untilMs } }) => (
              <li key={feature}>
                <Text class="code name" of={feature} />{' '}
                {formatEntry({ blocked: permanent || untilMs !== undefined, permanent, until: untilMs })}
              </li>
            ))}
          </ul>
        )}
      </FirstRows>
      <ReasonField />
    </>
  );
}
