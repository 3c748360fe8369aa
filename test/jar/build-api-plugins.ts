import { delimiter, join } from 'node:path';
import { compileJava, packPlugin } from '../support/jar/compile-plugin.ts';
import { REPOSITORY } from '../support/repository/repository.ts';
import { listFiles } from '../support/repository/source-files.ts';
import { standInBuild } from '../velocity-stand-in/stand-in.ts';

/** The folders of plugins that use the Java API, each with its main class. */
const API_PLUGINS = {
  'docs/examples/api-plugin': 'BlockedFeaturesPlugin.java',
  'test/jar/listening-plugin': 'listening/ListeningPlugin.java',
} as const;

/**
 * Builds plugins against the classes of the API only, without those of the plugin and the engine.
 * @param target an existing folder for the results
 * @returns the paths of their jars
 */
export async function buildApiPlugins(
  target: string,
  folders: readonly (keyof typeof API_PLUGINS)[],
): Promise<string[]> {
  const { classPath } = await standInBuild();
  const api = join(target, 'api');
  const sources = listFiles('plugin/java/api/io/github/featurecontrol/api', '.java');
  compileJava(
    sources.map((path) => join(REPOSITORY, path)),
    classPath,
    api,
  );
  return folders.map((folder) => {
    const [source, classes] = [join(REPOSITORY, folder), join(target, folder)];
    compileJava([join(source, API_PLUGINS[folder])], [classPath, api].join(delimiter), classes);
    return packPlugin(classes, join(source, 'velocity-plugin.json'), `${classes}.jar`);
  });
}
