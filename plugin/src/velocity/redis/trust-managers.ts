import type { TrustManagerFactory } from '../../../types/jdk.ts';

/**
 * Creates trust managers that trust only the given authorities.
 * @param certificates each as Base64 of its DER form
 * @throws (a Java exception) if a certificate is invalid
 */
export function createTrustManagers(certificates: readonly string[]): TrustManagerFactory {
  const Bytes = Java.type('java.io.ByteArrayInputStream');
  const x509 = Java.type('java.security.cert.CertificateFactory').getInstance('X.509');
  const KeyStore = Java.type('java.security.KeyStore');
  const store = KeyStore.getInstance(KeyStore.getDefaultType());
  store.load(null, null);
  certificates.forEach((base64, index) => {
    const der = Java.type('java.util.Base64').getDecoder().decode(base64);
    store.setCertificateEntry(String(index), x509.generateCertificate(new Bytes(der)));
  });
  const TrustManagers = Java.type('javax.net.ssl.TrustManagerFactory');
  const trustManagers = TrustManagers.getInstance(TrustManagers.getDefaultAlgorithm());
  trustManagers.init(store);
  return trustManagers;
}
