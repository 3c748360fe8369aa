import { render } from 'preact';
import './console.css';
import { App } from './app.tsx';
import { BlockedStorage, isStoragePermitted } from './pages/blocked-storage.tsx';

const root = document.getElementById('console');
// Removes the content that index.html shows until this script runs.
root?.replaceChildren();
if (root !== null) render(isStoragePermitted() ? <App /> : <BlockedStorage />, root);
