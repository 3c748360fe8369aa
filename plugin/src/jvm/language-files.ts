import type { Logger } from '../../../shared/logger.ts';
import type { ScriptHost } from '../../types/bridge.ts';
import { LANGUAGE_CODES } from '../messages/language.ts';
import type { Languages, OwnTexts } from '../messages/language.ts';
import { selectOwnTexts } from '../messages/own-texts.ts';
import { reasonOf, toArray } from './java-interop.ts';
import { showTemplate } from './velocity/adventure-text.ts';

/**
 * Reads the texts that the operator has edited. Problems are never fatal: the built-in texts replace invalid
 * ones, and those of a file that cannot be read. Each file with problems is logged in one line.
 */
export function readLanguages(host: ScriptHost, languages: Languages, logger: Logger): void {
  const own = new Map<string, OwnTexts>();
  for (const code of LANGUAGE_CODES) {
    const name = `lang/${code}.properties`;
    const texts = readTexts(host, code, (problems) => {
      logger.warn(`Texts of ${name} are not used: ${problems}`);
    });
    own.set(code, texts);
  }
  languages.replace(own);
}

function readTexts(host: ScriptHost, code: string, warn: (problems: string) => void): OwnTexts {
  try {
    const properties = parseProperties(host.language(code));
    if (properties === undefined) {
      warn('\\u must be followed by four hexadecimal digits, and every other backslash is written twice');
      return new Map();
    }
    const { texts, problems } = selectOwnTexts(properties, showTemplate);
    if (problems.length > 0) warn(problems.join('; '));
    return texts;
  } catch (cause) {
    warn(reasonOf(cause));
    return new Map();
  }
}

/** @returns undefined if the text contains an invalid `\u`, the only error of the format */
function parseProperties(content: string): ReadonlyMap<string, string> | undefined {
  const properties = new (Java.type('java.util.Properties'))();
  try {
    properties.load(new (Java.type('java.io.StringReader'))(content));
  } catch {
    return undefined;
  }
  const keys = toArray(properties.stringPropertyNames());
  return new Map(keys.map((key) => [key, properties.getProperty(key) ?? '']));
}
