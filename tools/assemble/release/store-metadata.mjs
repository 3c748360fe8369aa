/**
 * @typedef {{ name: string, velocity: string[], minecraft: string[] }} Stores plugin/stores.json: what the
 * stores show; versions of Velocity and of Minecraft
 */

/**
 * Returns the part `data` of a request `POST /v2/version` to Modrinth. The id of the project is missing: the
 * upload adds it.
 * @param {Stores} stores
 * @param {{ version: string, notes: string, jars: string[] }} release `jars`: file names, also those of the
 * request's parts; the first is the primary file
 */
export function toModrinthVersion({ name, minecraft }, { version, notes, jars }) {
  return {
    name: `${name} ${version}`,
    version_number: version,
    version_type: isPrerelease(version) ? 'beta' : 'release',
    changelog: notes,
    loaders: ['velocity'],
    game_versions: minecraft,
    dependencies: [],
    featured: false,
    file_parts: jars,
    primary_file: jars[0],
  };
}

/**
 * Returns the part `versionUpload` of a request `POST /api/v1/projects/<slug>/upload` to Hangar, for one
 * file.
 * @param {Stores} stores
 * @param {{ version: string, notes: string }} release
 */
export function toHangarVersion({ velocity }, { version, notes }) {
  return {
    version,
    channel: isPrerelease(version) ? 'Beta' : 'Release',
    description: notes,
    files: [{ platforms: ['VELOCITY'] }],
    platformDependencies: { VELOCITY: velocity },
    pluginDependencies: { VELOCITY: [] },
  };
}

function isPrerelease(version) {
  return version.includes('-');
}
