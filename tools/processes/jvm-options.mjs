/**
 * Options of the JVM for a program that runs for seconds, or a proxy with few players. For these, C2
 * compilation and the threads of a concurrent collector cost more CPU time than they save.
 */
export const FAST_STARTUP_JVM_OPTIONS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
