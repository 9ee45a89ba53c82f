import { type Artifacts, findArtifacts } from './artifacts.js'
import { compileContracts } from './compile.js'
import { hashSources, readSources } from './read-sources.js'

/**
 * Returns the committed artifacts if they match the sources, otherwise compiles new ones. Writes no files.
 * @throws Error with the compiler's messages.
 */
export function currentArtifacts(root: string): Artifacts {
  const committed = findArtifacts(root)
  if (committed?.sourceHash === hashSources(readSources(root))) return committed
  return compileContracts(root)
}
