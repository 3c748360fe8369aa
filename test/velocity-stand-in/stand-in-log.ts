const TIMEOUT_MS = 40_000;

/**
 * The lines that the JVM prints. They arrive through other pipes than its answers, and therefore may arrive
 * later.
 */
export class StandInLog {
  readonly lines: string[] = [];
  readonly #readers = new Set<(line: string) => void>();

  add(line: string): void {
    this.lines.push(line);
    for (const reader of this.#readers) reader(line);
  }

  /**
   * Returns the first line that matches, and waits for it if necessary.
   * @throws {Error} if no line matches within 40 s
   */
  async until(pattern: RegExp): Promise<string> {
    const printed = this.lines.find((line) => pattern.test(line));
    if (printed !== undefined) return printed;
    return await new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timeout);
        this.#readers.delete(reader);
      };
      const reader = (line: string) => {
        if (!pattern.test(line)) return;
        stop();
        resolve(line);
      };
      const timeout = setTimeout(() => {
        stop();
        reject(
          new Error(
            `no line matched ${String(pattern)}; the last lines were\n${this.lines.slice(-20).join('\n')}`,
          ),
        );
      }, TIMEOUT_MS);
      this.#readers.add(reader);
    });
  }
}
