/**
 * Reads an OpenAPI document from standard input, and prints the result of the validator. The validator is an
 * ES module, which Jest does not load.
 */
import { text } from 'node:stream/consumers';
import { Validator } from '@seriousme/openapi-schema-validator';

const validator = new Validator();
const { valid, errors } = await validator.validate(JSON.parse(await text(process.stdin)));
process.stdout.write(JSON.stringify({ valid, version: validator.version, errors }));
