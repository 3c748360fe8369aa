import { describe } from '@jest/globals';
import { testRows } from '../faults/matrix/test-rows.ts';
import { startAttackedSidecar } from './attacked-sidecar.ts';
import { CACHE_CONFUSION } from './rows/cache-confusion.ts';
import { CONTROL_CHARACTERS } from './rows/control-characters.ts';
import { EVICTION_OF_TOKENS } from './rows/eviction.ts';
import { NEEDLESS_PASSWORD } from './rows/needless-password.ts';
import { REBUILT_STREAM } from './rows/rebuilt-stream.ts';
import { SIGNALS } from './rows/signals.ts';
import { SILENT_CONNECTIONS } from './rows/silent-connections.ts';
import { SMUGGLING } from './rows/smuggling.ts';
import { STRANGE_JSON } from './rows/strange-json.ts';
import { TOKEN_CLOCK } from './rows/token-clock.ts';
import { TOKEN_EXPIRY } from './rows/token-expiry.ts';
import { TOKEN_GUESSING } from './rows/token-guessing.ts';
import { UNREAD_REQUESTS } from './rows/unread-requests.ts';

describe('attacks on the sidecar', () => {
  testRows(
    [
      REBUILT_STREAM,
      STRANGE_JSON,
      CONTROL_CHARACTERS,
      SMUGGLING,
      CACHE_CONFUSION,
      TOKEN_EXPIRY,
      TOKEN_CLOCK,
      NEEDLESS_PASSWORD,
      EVICTION_OF_TOKENS,
      SIGNALS,
      UNREAD_REQUESTS,
      SILENT_CONNECTIONS,
      TOKEN_GUESSING,
    ],
    startAttackedSidecar,
  );
});
