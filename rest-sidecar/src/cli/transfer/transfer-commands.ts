import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addExportCommand } from './export-command.ts';
import { addImportCommand } from './import-command.ts';

/** All blocklists as a file, and back. */
export function addTransferCommands(program: Command, context: CommandContext): void {
  addExportCommand(program, context);
  addImportCommand(program, context);
}
