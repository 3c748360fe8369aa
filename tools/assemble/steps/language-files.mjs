import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../files/paths.mjs';
import { writeAtomically } from '../../files/write-atomically.mjs';
import { importTypeScript } from './import-typescript.mjs';

/**
 * Folder of the language files. The jars contain them, and the plugin writes them into its folder for
 * operators to edit.
 */
export const LANGUAGE_FILES = fromRoot('plugin', 'build', 'lang');

const HEADER = `# Texts of the commands of feature-control, in MiniMessage: https://docs.papermc.io/adventure/minimessage/format
# To change a text, remove the # before it, edit it, and run the command \`featurecontrol reload\`. Keep its
# placeholders, such as <feature>. Write a backslash twice. If a text is missing or invalid, the built-in one is
# used. The plugin never changes this file. If you delete it, the next start or reload creates it with the current
# texts.
`;

/**
 * Writes a file per language with all its texts, each commented out.
 * @returns {Promise<'up to date' | 'built'>}
 */
export async function writeLanguageFiles() {
  const { BUILT_IN } = await importTypeScript('plugin/src/messages/language.ts');
  const written = Object.entries(BUILT_IN).map(([code, { texts }]) =>
    writeIfDifferent(join(LANGUAGE_FILES, `${code}.properties`), formatProperties(texts)),
  );
  return written.includes(true) ? 'built' : 'up to date';
}

/** @param {Readonly<Record<string, string | Readonly<Record<string, string>>>>} texts */
function formatProperties(texts) {
  let group = '';
  const lines = Object.entries(texts).flatMap(([key, text]) => {
    const [begin = ''] = key.split('.', 1);
    const blank = begin === group ? [] : [''];
    group = begin;
    const forms =
      typeof text === 'string'
        ? [[key, text]]
        : Object.entries(text).map(([form, of]) => [`${key}.${form}`, of]);
    return [...blank, ...forms.map(([name, value]) => `#${name}=${escapeValue(value)}`)];
  });
  return `${HEADER}${lines.join('\n')}\n`;
}

/** Escapes a value for Java's `Properties`. */
function escapeValue(value) {
  return value.replaceAll('\\', '\\\\').replaceAll('\u00a0', '\\u00a0');
}

function writeIfDifferent(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
  writeAtomically(path, text);
  return true;
}
