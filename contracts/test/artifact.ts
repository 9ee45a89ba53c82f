import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Artifact, findArtifacts } from '../build/artifacts.js'
import { hashSources, readSources } from '../build/read-sources.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const artifacts = findArtifacts(root)

if (artifacts?.sourceHash !== hashSources(readSources(root))) {
  throw new Error(
    'contracts/artifacts.json does not match the Solidity sources. Run: npm run generate',
  )
}

export const contracts: Record<string, Artifact> = artifacts.contracts

export function getArtifact(name: string): Artifact {
  const artifact = contracts[name]
  if (artifact === undefined) throw new Error(`There is no contract ${name}.`)
  return artifact
}
