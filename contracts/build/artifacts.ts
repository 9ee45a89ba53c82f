import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'

export type Artifact = { abi: Abi; bytecode: Hex; deployedBytecode: Hex }

/** What the compiler made of the sources, and the fingerprint of what it was given. */
export type Artifacts = { sourceHash: string; contracts: Record<string, Artifact> }

function artifactsPath(root: string): string {
  return join(root, 'artifacts.json')
}

/** The committed artifacts, or null when there are none that can be read. */
export function findArtifacts(root: string): Artifacts | null {
  try {
    return JSON.parse(readFileSync(artifactsPath(root), 'utf8')) as Artifacts
  } catch {
    return null
  }
}

export function formatArtifacts(artifacts: Artifacts): string {
  return `${JSON.stringify(artifacts, null, 2)}\n`
}
