import type { Golden } from './golden-messages.ts';

export const GOLDEN_LABYMOD: readonly Golden[] = [
  {
    bridge: 'labymod',
    blocked: ['chat_autotext'],
    messages: [['labymod:neo', '0a010d636861745f6175746f7465787400']],
  },
  {
    bridge: 'labymod',
    unblocked: ['chat_autotext'],
    messages: [['labymod:neo', '0a010d636861745f6175746f7465787401']],
  },
  {
    bridge: 'labymod',
    blocked: ['entity_marker', 'slowdown'],
    messages: [['labymod:neo', '0a020d656e746974795f6d61726b65720008736c6f77646f776e00']],
  },
  // Denied by default.
  {
    bridge: 'labymod',
    unblocked: ['chat_autotext', 'entity_marker', 'slowdown'],
    messages: [
      [
        'labymod:neo',
        '0a030d636861745f6175746f74657874010d656e746974795f6d61726b65' + '720008736c6f77646f776e00',
      ],
    ],
  },
  {
    bridge: 'labymod',
    blocked: ['addon:labysminimap'],
    messages: [['labymod:neo', '1801010c6c616279736d696e696d6170']],
  },
  {
    bridge: 'labymod',
    unblocked: ['addon:labysminimap'],
    messages: [['labymod:neo', '1800010c6c616279736d696e696d6170']],
  },
  // SLOWDOWN is denied by default.
  {
    bridge: 'labymod-3',
    unblocked: ['CHAT', 'SLOWDOWN'],
    seenOn: 'LMC',
    messages: [
      ['LMC', '0b5045524d495353494f4e531e7b2243484154223a747275652c22534c4f57444f574e223a66616c73657d'],
    ],
  },
];
