import { type Artifacts, findArtifacts } from './artifacts.js'
import { compileContracts } from './compile.js'
import { hashSources, readSources } from './read-sources.js'

/**
 * The committed artifacts when they were made from these sources, or else new ones; writes nothing.
 * @throws Error with the compiler's own words.
 */
export function currentArtifacts(root: string): Artifacts {
  const committed = findArtifacts(root)
  if (committed?.sourceHash === hashSources(readSources(root))) return committed
  return compileContracts(root)
}
