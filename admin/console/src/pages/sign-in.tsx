import { useState } from 'preact/hooks';
import type { Session } from '../../../../shared/rest/console.ts';
import { Api } from '../state/api.ts';
import { useApp } from '../state/context.ts';
import { describeRefusal } from '../state/formats.ts';
import type { Translate } from '../texts/translate.ts';

/** The scopes that permit at least one page of the console. */
const USEFUL_SCOPES = ['blocklists:read', 'rate-limits:read', 'metrics:read'];
const TOKEN = /^fct_[A-Za-z0-9_-]{43}$/;

export interface SignInProps {
  /** Why the previous session has ended; empty if there was none. */
  readonly notice: string;
  readonly onSignedIn: (token: string, session: Session) => void;
}

export function SignIn({ notice, onSignedIn }: SignInProps) {
  const { t } = useApp();
  /** Why the token that was entered cannot be used. */
  const [problem, setProblem] = useState('');
  const shownProblem = problem === '' ? notice : problem;
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const token = formField(form, 'token').trim();
    setBusy(true);
    const result = await signIn(token, t);
    setBusy(false);
    if (typeof result === 'string') setProblem(result);
    else onSignedIn(token, result);
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
        <pre tabIndex={0}>npx feature-control token issue &lt;name&gt; --scopes …</pre>
        <label>
          {t('signIn.token')}
          <input
            type="password"
            name="token"
            class="code"
            autocomplete="off"
            required
            aria-describedby="sign-in-problem"
          />
        </label>
        <div role="alert" id="sign-in-problem">
          {shownProblem === '' ? null : <p class="problem">{shownProblem}</p>}
        </div>
        <button class="primary" disabled={isBusy}>
          {t(isBusy ? 'signIn.busy' : 'signIn.submit')}
        </button>
        <p class="quiet">{t('signIn.note')}</p>
      </form>
    </main>
  );
}

/** Returns the text of a form field. */
function formField(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** @returns the session, or a sentence that explains why the token cannot be used */
async function signIn(token: string, t: Translate): Promise<Session | string> {
  if (!TOKEN.test(token)) return t('signIn.malformed');
  const answer = await new Api(token).request<Session>('v1/session');
  if (!answer.ok) return describeRefusal(answer.failure, t);
  const isUseful = USEFUL_SCOPES.some((scope) => answer.body.scopes.includes(scope));
  return isUseful ? answer.body : t('signIn.weak', { scopes: USEFUL_SCOPES.join(', ') });
}
