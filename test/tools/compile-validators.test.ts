import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { schemas as configSchemas } from '../../plugin/src/config/schemas.ts';
import { validators as configValidators } from '../../plugin/src/config/validators.js';
import { schemas as methodSchemas } from '../../shared/feature-control/schemas.ts';
import { validators as methodValidators } from '../../shared/feature-control/validators.js';
import { schemas as protocolSchemas } from '../../shared/protocol/schemas.ts';
import { validators as protocolValidators } from '../../shared/protocol/validators.js';
import { schemas as restSchemas } from '../../shared/rest/schemas.ts';
import { validators as restValidators } from '../../shared/rest/validators.js';
import { REPOSITORY } from '../support/repository/repository.ts';

describe.each([
  ['shared/protocol', protocolSchemas, protocolValidators],
  ['shared/feature-control', methodSchemas, methodValidators],
  ['shared/rest', restSchemas, restValidators],
  ['plugin/src/config', configSchemas, configValidators],
])('the compiled validators of %s', (folder, schemas, validators) => {
  it('are exported under the names of their schemas', () => {
    expect(Object.keys(validators)).toStrictEqual(Object.keys(schemas));
    for (const validate of Object.values(validators)) expect(validate).toBeInstanceOf(Function);
  });

  it('import no modules and evaluate no code, so that they run in the proxy', () => {
    const module = readFileSync(join(REPOSITORY, folder, 'validators.js'), 'utf8');
    expect(module).not.toMatch(/^\s*import\b|\bimport\(|\beval\(|\bnew Function\b|\bFunction\(/m);
    expect(module.match(/^export /gm)).toHaveLength(1);
  });
});
