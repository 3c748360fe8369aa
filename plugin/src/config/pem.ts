const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END/g;

/** @returns the certificates of a text in PEM form, each the Base64 of one in DER; whatever else is in the text is left out */
export function readCertificates(pem: string): string[] {
  return [...pem.matchAll(CERTIFICATE)].map(([, base64 = '']) => base64.replace(/\s/g, ''));
}
