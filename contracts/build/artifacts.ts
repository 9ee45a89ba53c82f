import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'

export type Artifact = {
  abi: Abi
  bytecode: Hex
  /** Runtime code, with zeros in place of immutable values. */
  deployedBytecode: Hex
  /** For each immutable value, in the order of declaration, the offsets in bytes of the 32-byte words that hold it. */
  immutables: readonly (readonly number[])[]
}

/** The compiled contracts, and a hash of all inputs of the compiler. */
export type Artifacts = { sourceHash: string; contracts: Record<string, Artifact> }

function artifactsPath(root: string): string {
  return join(root, 'artifacts.json')
}

/** Returns the committed artifacts, or null when they are missing or unreadable. */
export function findArtifacts(root: string): Artifacts | null {
  try {
    return JSON.parse(readFileSync(artifactsPath(root), 'utf8')) as Artifacts
  } catch {
    return null
  }
}

/** Returns the artifacts as the formatter leaves them: each list of offsets on one line. */
export function formatArtifacts(artifacts: Artifacts): string {
  const text = JSON.stringify(artifacts, null, 2)
  const offsets = /\[[\s\d,[\]]*\d[\s\d,[\]]*\]/g
  return `${text.replace(offsets, (list) => list.replace(/\s/g, '').replaceAll(',', ', '))}\n`
}
