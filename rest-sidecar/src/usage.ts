/** What `--help` prints. */
export const USAGE = `Usage: node sidecar.cjs [--help]

Serves the REST interface from what Redis holds. Settings are environment variables:

  HOST                                  the address to listen on (127.0.0.1)
  PORT                                  the port to listen on; 0 for any free one (8080)
  REDIS_URL                             where Redis is, with user and password where needed (redis://127.0.0.1:6379)
  REDIS_CA_FILE                         with TLS, a PEM file of the authorities to trust, if not public
  KEY_PREFIX                            what all keys begin with (fc:)
  COINS_TRADES_MAXIMUM                  the most trades that one request is answered with (1000)
  RESYNC_SECONDS                        how often Redis is read again, although changes are applied at once (10)
  CACHE_MAX_AGE_SECONDS                 what Cache-Control says (1)
  CACHE_STALE_WHILE_REVALIDATE_SECONDS  likewise (5)
  CACHE_STALE_IF_ERROR_SECONDS          likewise (300)
  API_TITLE                             the title of /openapi.json and /docs (Public REST interface)
  API_CONTACT                           who answers questions about it: a URL or an e-mail address
  API_DOCS_URL                          the URL of further documentation
  WORKERS                               processes behind the one port (1)
  MAX_CONNECTIONS                       connections at the same time, in each process (10000)
  KEEP_ALIVE_SECONDS                    how long an idle connection is kept (65)
  LOG_LEVEL                             debug, info, warn or error (info)
  OPERATORS_PORT                        a second listener, for operators (off)
  OPERATORS_HOST                        the address that it listens on (127.0.0.1)
  OPERATORS_EDITS                       edits that one token may make in 10 seconds (100)
  AUDIT_DIRECT                          with a port for operators: on records plain writes into blocklists (on)
  AUDIT_ENTRIES                         changes that are kept of each blocklist (10000)
  AUDIT_DAYS                            for how many days they are kept (90)

Exit codes: 0 stopped by a signal, 1 failed, 2 usage error
`;
