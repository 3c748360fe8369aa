import { readFileSync } from 'node:fs';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { callInNode } from '../processes/call-in-node.ts';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';
import { startRedis } from './redis-server.ts';

/**
 * A Redis that accepts only TLS, and only clients with a certificate. All certificates are of one authority,
 * which is not trusted by default.
 */
export interface TlsRedis {
  /** `rediss://127.0.0.1:…` */
  readonly url: string;
  readonly port: number;
  readonly files: TlsFiles;
  /**
   * The settings by which another Redis process uses the same certificates, in the form of Redis's command
   * line.
   */
  readonly certificates: readonly string[];
  stop(): Promise<void>;
}

/** Files in PEM form. */
export interface TlsFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Returns the variables by which a program uses the files. */
export function tlsVariables({ ca, cert, key }: TlsFiles) {
  return { REDIS_CA_FILE: ca, REDIS_CERT_FILE: cert, REDIS_KEY_FILE: key };
}

/** Returns the options by which ioredis uses the files. */
export function tlsOptions(files: TlsFiles) {
  const [ca, cert, key] = [files.ca, files.cert, files.key].map((file) => readFileSync(file, 'utf8'));
  return { tls: { ca, cert, key } };
}

/** In PEM form. */
export interface Certificates {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** Creates an authority, and a certificate of it, see certificates.mjs. */
export async function makeCertificates(): Promise<Certificates> {
  return (await callInNode('test/support/redis/certificates.mjs', 'makeCertificates')) as Certificates;
}

/** @param settings additional ones, in the form of Redis's command line */
export async function startTlsRedis(settings: readonly string[] = []): Promise<TlsRedis> {
  const made = await makeCertificates();
  const directory = makeTemporaryDirectory();
  const files = {
    ca: directory.write('authority.pem', made.ca),
    cert: directory.write('certificate.pem', made.certificate),
    key: directory.write('key.pem', made.key),
  };
  const certificates = ['--tls-cert-file', files.cert, '--tls-key-file', files.key];
  certificates.push('--tls-ca-cert-file', files.ca);
  const port = await freePort();
  const server = await startRedis({
    settings: ['--port', '0', '--tls-port', String(port), ...certificates, ...settings],
  });
  return {
    url: `rediss://127.0.0.1:${port}`,
    port,
    files,
    certificates,
    async stop() {
      await server.stop();
      directory.remove();
    },
  };
}
