/** The text that `--help` prints. */
export const USAGE = `Usage: node sidecar.cjs [--help | --version]

Serves the REST interface from the data in Redis. Settings are environment variables:

  HOST                                  the address to listen on (127.0.0.1)
  PORT                                  the port to listen on; 0 for any free one (8080)
  REDIS_URL                             the URL of Redis, with user and password if needed (redis://127.0.0.1:6379)
  REDIS_NAT_MAP                         addresses to use instead of announced ones: 10.0.0.1:6379=host:7000,...
  REDIS_COMMAND_TIMEOUT_MS              the timeout of a command, longer than the round trip to Redis (1000)
  REDIS_CA_FILE                         with TLS, a PEM file of the trusted certificate authorities, if not public
  REDIS_CERT_FILE                       with TLS, a PEM file of the sidecar's certificate, if Redis requires one
  REDIS_KEY_FILE                        with TLS, a PEM file of the key of this certificate
  KEY_PREFIX                            the prefix of all keys (fc:)
  COINS_TRADES_MAXIMUM                  the maximum number of trades in one response (1000)
  RESYNC_SECONDS                        how often all data is revalidated; changes are applied immediately (10)
  CACHE_MAX_AGE_SECONDS                 max-age in Cache-Control (1)
  CACHE_STALE_WHILE_REVALIDATE_SECONDS  stale-while-revalidate in Cache-Control (5)
  CACHE_STALE_IF_ERROR_SECONDS          stale-if-error in Cache-Control (300)
  API_TITLE                             the title of /openapi.json and /docs (Public REST interface)
  API_CONTACT                           the contact for questions about it: a URL or an e-mail address
  API_DOCS_URL                          the URL of further documentation
  MAX_CONNECTIONS                       the maximum number of concurrent connections (10000)
  KEEP_ALIVE_SECONDS                    how long an idle connection is kept open (65)
  LOG_LEVEL                             debug, info, warn or error (info)
  LOG_FORMAT                            text or json: one object per line (text)

Exit codes: 0 stopped by a signal, 1 failed, 2 usage error
`;
