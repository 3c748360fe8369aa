/** Loaded into each measured server (`--import`): sends the CPU time of the process when it is asked. */
process.on('message', () => {
  process.send?.(process.cpuUsage());
});
