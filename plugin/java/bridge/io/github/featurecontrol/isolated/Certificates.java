package io.github.featurecontrol.isolated;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.lettuce.core.SslOptions;
import java.io.ByteArrayInputStream;

/** The certificates for TLS to Redis, as texts in PEM form. */
public final class Certificates {

    private Certificates() {}

    /**
     * @param authorities that are trusted; empty for those that the JVM trusts
     * @param certificate of the client; empty for none
     * @param key private key of that certificate, in the form of PKCS #8
     */
    public static SslOptions options(String authorities, String certificate, String key) {
        SslOptions.Builder builder = SslOptions.builder();
        if (!authorities.isEmpty()) {
            builder.trustManager(resource(authorities));
        }
        if (!certificate.isEmpty()) {
            builder.keyManager(resource(certificate), resource(key), null);
        }
        return builder.build();
    }

    private static SslOptions.Resource resource(String pem) {
        return () -> new ByteArrayInputStream(pem.getBytes(ISO_8859_1));
    }
}
