import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addCheckCommand } from './check-command.ts';
import { addClientsCommand } from './clients-command.ts';
import { addBlockCommand, addUnblockCommand } from './edit-command.ts';
import { addHistoryCommand } from './history-command.ts';
import { addListCommand } from './list-command.ts';
import { addUndoCommand } from './undo-command.ts';
import { addWatchCommand } from './watch-command.ts';

/** What is blocked: edits with their history, and what follows from them. */
export function addBlocklistCommands(program: Command, context: CommandContext): void {
  addBlockCommand(program, context);
  addUnblockCommand(program, context);
  addListCommand(program, context);
  addClientsCommand(program, context);
  addCheckCommand(program, context);
  addWatchCommand(program, context);
  addHistoryCommand(program, context);
  addUndoCommand(program, context);
}
