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
  // All but the first are denied by default.
  {
    bridge: 'labymod',
    unblocked: [
      'chat_autotext',
      'improved_lava',
      'crosshair_sync',
      'refill_fix',
      'range',
      'slowdown',
      'entity_marker',
    ],
    messages: [
      [
        'labymod:neo',
        '0a070d636861745f6175746f74657874010d696d70726f7665645f6c617661000e63726f7373686169725f73796e' +
          '63000a726566696c6c5f666978000572616e67650008736c6f77646f776e000d656e746974795f6d61726b657200',
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
  // All but CHAT are denied by default.
  {
    bridge: 'labymod-3',
    unblocked: ['CHAT', 'IMPROVED_LAVA', 'CROSSHAIR_SYNC', 'REFILL_FIX', 'RANGE', 'SLOWDOWN'],
    seenOn: 'LMC',
    messages: [
      [
        'LMC',
        '0b5045524d495353494f4e536c7b2243484154223a747275652c22494d50524f5645445f4c415641223a66616c73' +
          '652c2243524f5353484149525f53594e43223a66616c73652c22524546494c4c5f464958223a66616c73652c2252' +
          '414e4745223a66616c73652c22534c4f57444f574e223a66616c73657d',
      ],
    ],
  },
];
