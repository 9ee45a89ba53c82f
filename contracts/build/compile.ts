import solc from 'solc'
import type { Abi } from 'viem'
import type { Artifact, Artifacts } from './artifacts.js'
import { hashSources, readLibrary, readSources, type Sources, settings } from './read-sources.js'

type CompiledContract = {
  abi: Abi
  evm: {
    bytecode: { object: string }
    deployedBytecode: { object: string; immutableReferences?: References }
  }
}

/** By the id of the variable, which any change of the sources may change. */
type References = Record<string, readonly { start: number; length: number }[]>

type Problem = {
  severity: 'error' | 'warning' | 'info'
  formattedMessage: string
  sourceLocation?: { file: string }
}

type Output = {
  errors?: Problem[]
  contracts?: Record<string, Record<string, CompiledContract>>
}

/**
 * Compiles every Solidity file below `root`. The same sources always produce the same artifacts.
 * @throws Error with the compiler's messages, including warnings about our sources.
 */
export function compileContracts(root: string): Artifacts {
  const sources = readSources(root)
  const { errors = [], contracts = {} } = compile(sources)
  const problems = errors.filter((problem) => isOurs(problem, sources))
  if (problems.length > 0) {
    throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'))
  }

  const compiledSources = Object.keys(sources).flatMap((path) =>
    Object.entries(contracts[path] ?? {}),
  )
  requireUniqueNames(compiledSources.map(([name]) => name))
  return {
    sourceHash: hashSources(sources),
    contracts: Object.fromEntries(
      compiledSources
        .filter(([, compiled]) => isDeployable(compiled))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, compiled]) => [name, toArtifact(compiled)]),
    ),
  }
}

function compile(sources: Sources): Output {
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  return JSON.parse(solc.compile(input, { import: readImport }))
}

function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readLibrary(path) }
  } catch {
    return { error: `${path} is neither a source nor a library file` }
  }
}

/** Ignores warnings about libraries. */
function isOurs({ severity, sourceLocation }: Problem, sources: Sources): boolean {
  if (severity === 'error') return true
  const isLibrary = sourceLocation !== undefined && !(sourceLocation.file in sources)
  return severity === 'warning' && !isLibrary
}

/** Artifacts are looked up by name only. */
function requireUniqueNames(names: readonly string[]): void {
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined) throw new Error(`Two contracts are named ${duplicate}.`)
}

/** Returns false for interfaces and for libraries that are inlined into their users. */
function isDeployable({ abi, evm }: CompiledContract): boolean {
  return evm.bytecode.object !== '' && abi.some(({ type }) => type !== 'error' && type !== 'event')
}

function toArtifact({ abi, evm }: CompiledContract): Artifact {
  return {
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
    immutables: toOffsets(evm.deployedBytecode.immutableReferences ?? {}),
  }
}

/** The compiler names immutable values by numbers that follow the order of their declaration. */
function toOffsets(references: References): number[][] {
  return Object.entries(references)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, references]) => references.map(({ start }) => start).toSorted((a, b) => a - b))
}
