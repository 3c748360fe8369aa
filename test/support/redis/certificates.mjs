import { generate } from 'selfsigned';

/**
 * Creates a certificate authority, and a certificate for 127.0.0.1 and localhost signed by it, which is also
 * valid for clients. Runs in a
 * child process with Node: the library checks whether bytes are of the same realm, which those of Jest are
 * not.
 * @returns {Promise<{ ca: string, certificate: string, key: string }>} as PEM
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
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { ca: authority.cert, certificate: server.cert, key: server.private };
}
