const PATIENCE_MS = 40_000;

/** What the JVM prints; it comes by another way than the answers, and so may be later than they are. */
export class StandInLog {
  readonly lines: string[] = [];
  readonly #readers = new Set<(line: string) => void>();

  add(line: string): void {
    this.lines.push(line);
    for (const reader of this.#readers) reader(line);
  }

  /** @throws {Error} when no line matches within 40 s */
  async until(pattern: RegExp): Promise<string> {
    const printed = this.lines.find((line) => pattern.test(line));
    if (printed !== undefined) return printed;
    return await new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(patience);
        this.#readers.delete(reader);
      };
      const reader = (line: string) => {
        if (!pattern.test(line)) return;
        stop();
        resolve(line);
      };
      const patience = setTimeout(() => {
        stop();
        reject(
          new Error(`no line matched ${String(pattern)}; the last were\n${this.lines.slice(-20).join('\n')}`),
        );
      }, PATIENCE_MS);
      this.#readers.add(reader);
    });
  }
}
