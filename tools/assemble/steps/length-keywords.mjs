/**
 * Replaces Ajv's `minLength` and `maxLength` by cheaper checks with the same result. Both keywords count code
 * points (G38) character by character, which in the proxy's interpreter costs more than the rest of a
 * request. A text has at most as many code points as UTF-16 units, and at least half as many, so in nearly
 * all cases its `length` decides without counting.
 * @param {import('ajv').default} ajv
 */
export async function useCheapLengthKeywords(ajv) {
  const { _ } = await import('ajv');
  const { useFunc } = await import('ajv/dist/compile/util.js');
  const { default: limitLength } = await import('ajv/dist/vocabularies/validation/limitLength.js');
  const { default: ucs2length } = await import('ajv/dist/runtime/ucs2length.js');
  const { keyword: keywords, ...definition } = limitLength.default;
  for (const keyword of keywords) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ ...definition, keyword, $data: false, code });
  }

  function code(context) {
    const { data, schema: limit, keyword } = context;
    const count = useFunc(context.gen, ucs2length.default);
    context.fail(
      keyword === 'maxLength'
        ? _`${data}.length > ${limit} && (${data}.length > ${2 * limit} || ${count}(${data}) > ${limit})`
        : _`${data}.length < ${2 * limit} && ${count}(${data}) < ${limit}`,
    );
  }
}
