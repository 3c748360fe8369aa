import { describe } from '@jest/globals';
import { testRows } from '../faults/matrix/test-rows.ts';
import { startAttackedSidecar } from './attacked-sidecar.ts';
import { CONTROL_CHARACTERS } from './rows/control-characters.ts';
import { EVICTION_OF_RECORDS } from './rows/eviction.ts';
import { SMUGGLING } from './rows/smuggling.ts';
import { UNREAD_REQUESTS } from './rows/unread-requests.ts';

describe('attacks on the sidecar', () => {
  testRows([CONTROL_CHARACTERS, SMUGGLING, EVICTION_OF_RECORDS, UNREAD_REQUESTS], startAttackedSidecar);
});
