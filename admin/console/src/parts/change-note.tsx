import type { ChangeBody } from '../../../../shared/rest/blocklist-edits.ts';
import { formatActor, formatTime } from '../state/formats.ts';
import { t } from '../texts/translate.ts';
import { Text } from './text.tsx';

interface ChangeProps {
  /** Undefined if it is not known; then nothing is shown. */
  readonly change: ChangeBody | undefined;
  /** Whether it makes an undone change again. */
  readonly isRedo?: boolean;
}

/** By whom, when, how and why an entry was changed. */
export function ChangeNote({ change }: ChangeProps) {
  return change === undefined ? null : (
    <>
      <p class="quiet">
        <ChangeAuthor change={change} />
      </p>
      <ChangeReason change={change} />
    </>
  );
}

/** By whom, when and how an entry was changed, as one line of text. */
export function ChangeAuthor({ change, isRedo = false }: ChangeProps) {
  if (change === undefined) return null;
  const { actor, at, source, undoes } = change;
  return (
    <span>
      <Text of={formatActor(actor)} /> · {formatTime(at)}
      {source === 'direct' ? null : ` · ${t(`source.${source}`)}`}
      {undoes === undefined ? null : ` · ${t(isRedo ? 'history.redoes' : 'history.undoes')}`}
    </span>
  );
}

/** Why an entry was changed. */
export function ChangeReason({ change }: ChangeProps) {
  return change?.reason === undefined ? null : (
    <p class="reason">
      <Text of={change.reason} isProse />
    </p>
  );
}
