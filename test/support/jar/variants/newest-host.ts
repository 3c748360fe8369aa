/** Runs a suite of the jar on the libraries of Velocity 4.1, see jest.config.mjs. */
process.env['FC_TEST_HOST_LIBRARIES'] = 'newest';
