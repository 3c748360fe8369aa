import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './console.css';
import { App } from './app.tsx';

const root = document.getElementById('console');
// Removes the content that index.html shows until this script runs.
root?.replaceChildren();
if (root !== null) render(<App />, root);
