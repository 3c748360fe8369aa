import { join } from 'node:path';

/** The repository's root folder, absolute. */
export const REPOSITORY = join(__dirname, '..', '..', '..');
