/** What an operator may set about the description of the interface. Empty texts count as absent. */
export interface DocumentSettings {
  readonly title: string;
  /** Who answers questions about the service: a URL or an e-mail address. */
  readonly contact: string;
  /** The URL of the documentation that the operator publishes. */
  readonly docsUrl: string;
}

export const DEFAULT_DOCUMENT_SETTINGS: DocumentSettings = {
  title: 'Public REST interface',
  contact: '',
  docsUrl: '',
};
