/** Swagger UI has a dark style, which the page must switch on. */
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyScheme);
applyScheme();

/** Shows the OpenAPI document. The preceding script defines `SwaggerUIBundle`. */
window.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#page',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: ['get'],
  tryItOutEnabled: true,
  // No requests to other hosts.
  validatorUrl: null,
  plugins: [foldRareErrors],
  onComplete: nameDocument,
});

/**
 * A Swagger UI plugin that adds a button below the responses of each operation. The button shows the
 * responses and headers that page.css hides.
 */
function foldRareErrors({ React }) {
  const { createElement, useState } = React;
  const wrapResponses = (Responses) =>
    function FoldedResponses(props) {
      const [isOpen, setOpen] = useState(false);
      const button = {
        type: 'button',
        className: 'btn rare-errors-button',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
      };
      return createElement(
        'div',
        { className: isOpen ? undefined : 'rare-errors-folded' },
        createElement(Responses, props),
        createElement('button', button, isOpen ? 'Fewer errors and headers' : 'All errors and headers'),
      );
    };
  return { wrapComponents: { responses: wrapResponses } };
}

/** Sets the page title to the document title, which operators can configure. */
function nameDocument() {
  document.title = document.querySelector('.info .title')?.firstChild?.textContent || document.title;
}
