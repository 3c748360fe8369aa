import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './console.css';
import { App } from './app.tsx';

const place = document.getElementById('console');
if (place !== null) render(<App />, place);
