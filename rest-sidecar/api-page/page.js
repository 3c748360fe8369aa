/** The library has a dark style and leaves it to the page when to use it. */
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const applyScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyScheme);
applyScheme();

/** Shows the OpenAPI document. `SwaggerUIBundle` is put in place by the script before this one. */
window.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#page',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: ['get'],
  tryItOutEnabled: true,
  // Nothing is to be fetched from anywhere else.
  validatorUrl: null,
  plugins: [foldRareErrors],
  onComplete: nameDocument,
});

/**
 * Below each operation's responses: a button for those that page.css hides, and for the headers of errors.
 */
function foldRareErrors({ React }) {
  const { createElement, useState } = React;
  const addButton = (Responses) =>
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
  return { wrapComponents: { responses: addButton } };
}

/** The page is named as the document is, which operators may give the name of their network. */
function nameDocument() {
  document.title = document.querySelector('.info .title')?.firstChild?.textContent || document.title;
}
