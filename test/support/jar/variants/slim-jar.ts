/** Runs a suite of the jar on its slim edition, see jest.config.mjs. */
process.env['FC_TEST_JAR_EDITION'] = 'slim';
