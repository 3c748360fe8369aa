import {
  blockRequestSchema,
  historyQuerySchema,
  listEditSchema,
  reasonRequestSchema,
  undoRequestSchema,
} from './blocklist-edits.ts';
import { recordSchemas } from './record-types.ts';

/** The schemas that the build compiles to `validators.js`: one validator of the same name for each. */
export const schemas = {
  ...recordSchemas,
  listEdit: listEditSchema,
  blockRequest: blockRequestSchema,
  reasonRequest: reasonRequestSchema,
  undoRequest: undoRequestSchema,
  historyQuery: historyQuerySchema,
} as const;
