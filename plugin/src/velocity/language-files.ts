import type { Logger } from '../../../shared/logger.ts';
import type { ScriptHost } from '../../types/bridge.ts';
import type { Languages, OwnTexts } from '../messages/language.ts';
import { selectOwnTexts } from '../messages/own-texts.ts';
import { showTemplate } from './adventure-text.ts';
import { isThrowable, toArray } from './java-interop.ts';

const FILE = /^lang\/([a-z]+)\.properties$/;

/**
 * Reads the texts that the operator has edited. Nothing in them is fatal: what cannot be used is replaced by
 * the built-in text, with one line in the log for each file.
 */
export function readLanguages(host: ScriptHost, languages: Languages, logger: Logger): void {
  const own = new Map<string, OwnTexts>();
  try {
    for (const file of toArray(host.languages().call().entrySet())) {
      const [name, content] = [file.getKey(), file.getValue()];
      const [, code = ''] = FILE.exec(name) ?? [];
      own.set(
        code,
        readTexts(content, (problems) => {
          logger.warn(`Texts of ${name} are not used: ${problems}`);
        }),
      );
    }
  } catch (cause) {
    logger.warn(`The language files cannot be read, and the built-in texts are used: ${explain(cause)}`);
  }
  languages.replace(own);
}

function readTexts(content: string, warn: (problems: string) => void): OwnTexts {
  try {
    const { texts, problems } = selectOwnTexts(parseProperties(content), showTemplate);
    if (problems.length > 0) warn(problems.join('; '));
    return texts;
  } catch (cause) {
    warn(explain(cause));
    return new Map();
  }
}

function parseProperties(content: string): ReadonlyMap<string, string> {
  const properties = new (Java.type('java.util.Properties'))();
  properties.load(new (Java.type('java.io.StringReader'))(content));
  const keys = toArray(properties.stringPropertyNames());
  return new Map(keys.map((key) => [key, properties.getProperty(key) ?? '']));
}

function explain(cause: unknown): string {
  return isThrowable(cause) ? Java.type('io.github.featurecontrol.Reason').of(cause) : String(cause);
}
