import { routeTo, useApp, useStore } from '../state/context.ts';
import { formField } from '../state/form-field.ts';
import { Dialog } from './dialog.tsx';

/** Opens the list of a mod or a game server that has none yet. */
export function NewListDialog({ close }: { readonly close: () => void }) {
  const { t } = useApp();
  const { names } = useStore();
  return (
    <Dialog title={t('lists.new')} close={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const [kind, name] = [
            formField(event.currentTarget, 'kind'),
            formField(event.currentTarget, 'name'),
          ];
          location.hash = routeTo('lists', `${kind}:${name}`);
          close();
        }}
      >
        <label>
          {t('lists.kind')}
          <select name="kind">
            <option value="client">{t('lists.kindClient')}</option>
            <option value="server">{t('lists.kindServer')}</option>
          </select>
        </label>
        <label>
          {t('lists.name')}
          <input name="name" class="code" list="known-clients" autocomplete="off" maxLength={128} required />
        </label>
        <datalist id="known-clients">
          {names.clients.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
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
