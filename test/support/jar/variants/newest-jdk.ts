/** Runs a suite of the jar on the newest JDK, see jest.config.mjs. */
process.env['FC_TEST_JAVA_HOME'] = process.env['FC_NEWEST_JAVA_HOME'];
