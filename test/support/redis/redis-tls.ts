import { callInNode } from '../processes/call-in-node.ts';
import { freePort } from '../../../tools/processes/free-port.mjs';
import { startRedis } from './redis-server.ts';
import { makeTemporaryDirectory } from '../processes/temporary-directory.ts';

/** A Redis that accepts only TLS, with a certificate of an authority that is not trusted by default. */
export interface TlsRedis {
  /** `rediss://127.0.0.1:…` */
  readonly url: string;
  readonly port: number;
  /** The authority's certificate, as a PEM file. */
  readonly caFile: string;
  /**
   * The settings by which another Redis process uses the same certificates, in the form of Redis's command
   * line.
   */
  readonly certificates: readonly string[];
  stop(): Promise<void>;
}

interface Certificates {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** @param settings additional ones, in the form of Redis's command line */
export async function startTlsRedis(settings: readonly string[] = []): Promise<TlsRedis> {
  const made = (await callInNode('test/support/redis/certificates.mjs', 'makeCertificates')) as Certificates;
  const directory = makeTemporaryDirectory();
  const caFile = directory.write('authority.pem', made.ca);
  const port = await freePort();
  const files = ['--tls-auth-clients', 'no', '--tls-cert-file'];
  files.push(directory.write('server.pem', made.certificate));
  files.push('--tls-key-file', directory.write('server-key.pem', made.key));
  files.push('--tls-ca-cert-file', caFile);
  const server = await startRedis({
    settings: ['--port', '0', '--tls-port', String(port), ...files, ...settings],
  });
  return {
    url: `rediss://127.0.0.1:${port}`,
    port,
    caFile,
    certificates: files,
    async stop() {
      await server.stop();
      directory.remove();
    },
  };
}
