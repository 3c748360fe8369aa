import { generate } from 'selfsigned';

/**
 * Makes a certificate authority, and a certificate of it for 127.0.0.1 and localhost. Lives in a Node of its
 * own: the library asks whether bytes are of this realm, and Jest's are of another.
 * @returns {Promise<{ authority: string, certificate: string, key: string }>} as PEM
 */
export async function makeCertificates() {
  const strength = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' };
  const authority = await generate([{ name: 'commonName', value: 'Test authority' }], {
    ...strength,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...strength,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { authority: authority.cert, certificate: server.cert, key: server.private };
}
