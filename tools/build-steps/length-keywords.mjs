/**
 * Gives Ajv cheaper checks of `minLength` and `maxLength`, with the same outcome. Both count code points
 * (G38), character by character, which in the proxy's interpreter costs more than all the rest of a request.
 * A text cannot have more code points than it has UTF-16 units, nor fewer than half as many: nearly always
 * its `length` decides, and nothing is counted.
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
