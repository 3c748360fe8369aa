import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';

/** Validates values against the schemas of an OpenAPI document, resolving its references. */
export class DocumentSchemas {
  readonly #ajv = new Ajv2020({ strict: false, formats: { double: true, int32: true, int64: true } });
  /** Compiled validators, because compiling takes far longer than a request. */
  readonly #validators = new WeakMap<object, ValidateFunction>();

  constructor({ components }: { readonly components: object }) {
    this.#ajv.addSchema({ $id: 'openapi', components });
  }

  /** @returns why the value does not match the schema; undefined if it does */
  problem(schema: object, value: unknown): string | undefined {
    const validator = this.#validators.get(schema) ?? this.#compile(schema);
    return validator(value) ? undefined : this.#ajv.errorsText(validator.errors);
  }

  #compile(schema: object): ValidateFunction {
    const absolute = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const validator = this.#ajv.compile(JSON.parse(absolute) as object);
    this.#validators.set(schema, validator);
    return validator;
  }
}
