import { useState } from 'preact/hooks';
import { focusFirst } from '../parts/focus.ts';
import { textOf } from '../parts/form-text.ts';
import { Problem } from '../parts/problem.tsx';
import { t } from '../texts/translate.ts';

export interface SignInProps {
  /** Why the user is not signed in; empty if there is nothing to say. */
  readonly notice: string;
  readonly signIn: (token: string) => Promise<boolean>;
}

export function SignIn({ notice, signIn }: SignInProps) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true);
    await signIn(textOf(new FormData(form), 'token').trim());
    setBusy(false);
  };
  return (
    <main class="sign-in" id="content" tabIndex={-1}>
      <form
        class="card form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <h1>{t('signIn.title')}</h1>
        <p>{t('signIn.intro')}</p>
        <pre tabIndex={0}>feature-control token issue &lt;name&gt; --scopes …</pre>
        <label>
          {t('signIn.token')}
          <input
            ref={focusFirst}
            type="password"
            name="token"
            class="code"
            autocomplete="off"
            required
            aria-describedby="sign-in-problem"
          />
        </label>
        <div role="alert" id="sign-in-problem">
          <Problem text={notice} />
        </div>
        <button class="primary" disabled={isBusy}>
          {t(isBusy ? 'signIn.busy' : 'signIn.submit')}
        </button>
        <p class="quiet">{t('signIn.note')}</p>
      </form>
    </main>
  );
}
