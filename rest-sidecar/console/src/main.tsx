import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './console.css';
import { App } from './app.tsx';

const place = document.getElementById('console');
// What the page shows until then is no part of what is rendered.
place?.replaceChildren();
if (place !== null) render(<App />, place);
