import { useEffect, useState } from 'preact/hooks';
import { MAX_CHARACTERS } from '../../../../shared/feature-control/edit-problems.ts';
import { routeTo, useApp, useStore } from '../state/context.ts';
import { Dialog } from './dialog.tsx';
import { NameField } from './name-field.tsx';

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
        <label>
          {t('lists.kind')}
          <select
            name="kind"
            value={kind}
            onChange={(event) => {
              setKind(event.currentTarget.value);
            }}
          >
            <option value="client">{t('lists.kindClient')}</option>
            <option value="server">{t('lists.kindServer')}</option>
          </select>
        </label>
        <NameField
          {...{ label: t('lists.name'), name: 'name', value: name, change: setName }}
          maxCharacters={kind === 'client' ? MAX_CHARACTERS.client : MAX_CHARACTERS.server}
          known={kind === 'client' ? store.names.clients : []}
        />
        <div class="actions">
          <button type="button" onClick={close}>
            {t('app.cancel')}
          </button>
          <button class="primary">{t('lists.open')}</button>
        </div>
      </form>
    </Dialog>
  );
}
