import { chooseLanguage, translator } from '../texts/translate.ts';

/** Whether the browser permits the storage of this page, which is needed for the token and the language. */
export function isStoragePermitted(): boolean {
  try {
    return [localStorage, sessionStorage].every((storage) => storage.length >= 0);
  } catch (cause) {
    if (cause instanceof DOMException) return false;
    throw cause;
  }
}

/** Shown in place of the console if the browser blocks the storage of this page. */
export function BlockedStorage() {
  const language = chooseLanguage(navigator.languages);
  return (
    <main class="sign-in" lang={language}>
      <p class="problem">{translator(language)('app.storage')}</p>
    </main>
  );
}
