import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './console.css';
import { App } from './app.tsx';

const place = document.getElementById('console');
// Removes what the page shows until this script runs.
place?.replaceChildren();
if (place !== null) render(<App />, place);
