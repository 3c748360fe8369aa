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

/** By whom, when and how an entry was changed, as one line of text. */
export function ChangeAuthor({ change, isRedo = false }: ChangeProps) {
  if (change === undefined) return null;
  const { actor, at, source, undoes } = change;
  return (
    <span>
      <Text of={formatActor(actor)} /> · {formatTime(at)}
      {source !== 'direct' && ` · ${t(`source.${source}`)}`}
      {undoes && ` · ${t(isRedo ? 'history.redoes' : 'history.undoes')}`}
    </span>
  );
}

/** Why an entry was changed. */
export function ChangeReason({ change }: ChangeProps) {
  return (
    change?.reason !== undefined && (
      <p class="reason">
        <Text of={change.reason} isProse />
      </p>
    )
  );
}
