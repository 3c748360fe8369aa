import { useEffect, useState } from 'preact/hooks';
import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { routeTo, useApp, useStore } from '../state/context.ts';
import { Dialog, DialogActions } from './dialog.tsx';
import { NameField } from './name-field.tsx';
import { SelectField } from './select-field.tsx';

/** A dialog that opens the list of a mod or a game server, which may not exist yet. */
export function NewListDialog({ close }: { readonly close: () => void }) {
  const { t } = useApp();
  const store = useStore();
  const [kind, setKind] = useState('client');
  const [name, setName] = useState('');
  useEffect(() => {
    void store.loadNames();
  }, []);
  return (
    <Dialog title={t('lists.new')} close={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          location.hash = routeTo('lists', `${kind}:${name}`);
          close();
        }}
      >
        <SelectField
          label={t('lists.kind')}
          name="kind"
          value={kind}
          change={setKind}
          options={[
            ['client', t('lists.kindClient')],
            ['server', t('lists.kindServer')],
          ]}
        />
        <NameField
          label={t('lists.name')}
          name="name"
          value={name}
          change={setName}
          maxCharacters={kind === 'client' ? MAX_CHARACTERS.client : MAX_CHARACTERS.server}
          known={kind === 'client' ? (store.names?.clients ?? []) : []}
        />
        <DialogActions close={close}>
          <button class="primary">{t('lists.open')}</button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
