import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export type Sources = Record<string, { content: string }>

/**
 * All inputs of the bytecode besides the sources. There is no metadata, because CREATE2 addresses depend on the
 * creation code, and a comment must not change them.
 */
export const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 10_000 },
  viaIR: true,
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: {
    '*': {
      '*': [
        'abi',
        'evm.bytecode.object',
        'evm.deployedBytecode.object',
        'evm.deployedBytecode.immutableReferences',
      ],
    },
  },
} as const

const libraries = ['solc', '@openzeppelin/contracts']
const { resolve } = createRequire(import.meta.url)

/** Returns our own Solidity files by path from `root`, in a fixed order. */
export function readSources(root: string): Sources {
  const paths = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.sol'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  )
  return Object.fromEntries(
    paths.toSorted().map((path) => [path, { content: readFileSync(join(root, path), 'utf8') }]),
  )
}

/** Returns a hash of the sources, the settings, and the versions of compiler and libraries. */
export function hashSources(sources: Sources): string {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const name of libraries) hash.update(name).update(versionOf(name))
  for (const [path, { content }] of Object.entries(sources)) {
    hash.update(path).update('\0').update(content).update('\0')
  }
  return hash.digest('hex')
}

/** Returns the text of an imported library file, such as `@openzeppelin/contracts/utils/Create2.sol`. */
export function readLibrary(path: string): string {
  return readFileSync(resolve(path), 'utf8')
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(resolve(`${name}/package.json`), 'utf8'))
  return String(version)
}
