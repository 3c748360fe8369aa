import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';

/** Judges values by the schemas of an OpenAPI document, references within it included. */
export class DocumentSchemas {
  readonly #ajv = new Ajv2020({ strict: false, formats: { double: true, int32: true, int64: true } });
  /** Compiling takes far longer than a request. */
  readonly #validators = new WeakMap<object, ValidateFunction>();

  constructor({ components }: { readonly components: object }) {
    this.#ajv.addSchema({ $id: 'openapi', components });
  }

  /** @returns why the value does not fit the schema; undefined where it does */
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
