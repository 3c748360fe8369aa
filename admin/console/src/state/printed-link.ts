/** The fragment of the link that the server prints. A page of the console begins with `#/`. */
const LINK = /^#key=(.+)$/;

/** Whether the address is that of a printed link, which is not opened yet. */
export function isPrintedLink(): boolean {
  return LINK.test(location.hash);
}

/**
 * Takes the one-time key out of the address, so that it is neither shown nor copied.
 * @returns undefined if the address has none
 */
export function takeLinkKey(): string | undefined {
  const key = LINK.exec(location.hash)?.[1];
  if (key !== undefined) history.replaceState(null, '', '#/');
  return key;
}
