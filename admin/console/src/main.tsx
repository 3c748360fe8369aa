import { render } from 'preact';
import './console.css';
import { App } from './app.tsx';
import { keepFocus } from './parts/focus.ts';
import { LANGUAGE } from './texts/translate.ts';
import { wrapTexts } from './texts/wrap-texts.ts';

// Screen readers choose their voice by it.
document.documentElement.lang = LANGUAGE;
wrapTexts();
const root = document.getElementById('console');
if (root !== null) render(<App />, root);
keepFocus();
