import { brokenGuarantees } from '../../faults/matrix/row.ts';
import type { Row } from '../../faults/matrix/row.ts';
import { eventually } from '../../support/eventually.ts';
import { ask } from '../../support/http/http.ts';
import type { AttackedSidecar } from '../attacked-sidecar.ts';

const nested = (levels: number): string => '['.repeat(levels - 1) + ']'.repeat(levels - 1);

/** By id, an additional field of a stored record, and the logged reason if the record is rejected. */
const FIELDS: Readonly<Record<string, readonly [json: string, reason?: RegExp]>> = {
  'largest-double': ['1.7976931348623157e308'],
  'beyond-double': ['1e999', /beyond the range of a double/],
  'beyond-double-within': ['[{"a":-1e400}]', /beyond the range of a double/],
  'three-hundred-digits': ['9'.repeat(400), /beyond the range of a double/],
  'thousand-levels': [nested(1000)],
  'thousand-and-one-levels': [nested(1001), /nested deeper than 1000 levels/],
  'million-levels': [nested(500_000), /nested deeper than 1000 levels/],
  'lone-surrogate': [String.raw`"\ud800"`, /a lone surrogate/],
  'lone-surrogate-in-name': [String.raw`{"\udfff":1}`, /a lone surrogate/],
  proto: ['{"__proto__":{"displayName":7},"constructor":null}'],
  duplicate: ['1,"more":2'],
  'cut-off': ['[1', /not JSON/],
};

export const STRANGE_JSON: Row<AttackedSidecar> = {
  fault: 'Stored JSON with numbers beyond a double, lone surrogates, half a million levels, or __proto__',
  guarantee:
    'it is served as it was stored, or rejected with the reason in the log; other records are served',
  run: async ({ admin, keys, origin, sidecar }) => {
    const recordOf = (json: string): string => `{"displayName":"x","more":${json}}`;
    for (const [id, [json]] of Object.entries(FIELDS)) await admin.set(keys.serverOf(id), recordOf(json));
    await admin.set(keys.serverOf('last'), recordOf('1'));
    await eventually(async () => (await ask(origin, '/v1/servers?id=last')).status === 200);
    const isLogged = (id: string, reason: RegExp): boolean =>
      sidecar.output.some((line) => line.includes(`"${keys.serverOf(id)}"`) && reason.test(line));
    const reasons = Object.entries(FIELDS).flatMap(([id, [, reason]]) =>
      reason ? [[id, reason] as const] : [],
    );
    // A log line may arrive after the response. A missing line is detected below.
    await eventually(() => reasons.every(([id, reason]) => isLogged(id, reason))).catch(() => undefined);
    const wrong: string[] = [];
    for (const [id, [json, reason]] of Object.entries(FIELDS)) {
      const { status, text } = await ask(origin, `/v1/servers?id=${id}`);
      const isRight =
        reason === undefined
          ? status === 200 && text === JSON.stringify({ id, ...(JSON.parse(recordOf(json)) as object) })
          : status === 404 && isLogged(id, reason);
      if (!isRight) wrong.push(`${id} (${status})`);
    }
    await admin.del([...Object.keys(FIELDS), 'last'].map((id) => keys.serverOf(id)));
    return {
      load: [`${Object.keys(FIELDS).length} records`],
      seen: [`${wrong.length} neither served as stored nor rejected with the reason`],
      broken: brokenGuarantees({ [wrong.join()]: wrong.length === 0 }),
    };
  },
};
