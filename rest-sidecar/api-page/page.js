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
});
