import type { Hex } from 'viem'
import type { Artifact, Artifacts } from './artifacts.js'

const folder = 'server/src/platform/chain/generated'

/** The contracts that the server uses, and the parts it needs: ABI, creation code or runtime code. */
const bound = {
  MerchantSplit: ['abi', 'code'],
  SplitFactory: ['abi', 'bytecode', 'code'],
  Deposit: ['code'],
  PaymentGateway: ['abi', 'bytecode', 'code'],
  SignatureValidator: ['code'],
  SpendPermissionManager: ['abi', 'bytecode', 'code'],
  PlanSpender: ['abi', 'code'],
  SubscriptionCharger: ['abi', 'bytecode', 'code'],
  TestUSDC: ['abi', 'code'],
  TestUSDT: ['code'],
  TestEURC: ['code'],
  TestMulticall: ['abi', 'code'],
} as const

/**
 * Returns TypeScript modules for the server, by path from the root of the repository.
 * @throws Error when a contract is missing.
 */
export function bindings({ contracts }: Artifacts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bound).map(([name, wanted]) => {
      const artifact = contracts[name]
      if (artifact === undefined) throw new Error(`There is no contract ${name}.`)
      const words = toWords(name)
      return [`${folder}/${words.join('-')}.ts`, toModule(toCamel(words), artifact, wanted)]
    }),
  )
}

function toModule(
  name: string,
  artifact: Artifact,
  wanted: readonly ('abi' | 'bytecode' | 'code')[],
): string {
  const parts = ['// Generated from contracts/artifacts.json: npm run generate\n']
  if (wanted.includes('abi')) {
    parts.push(`export const ${name}Abi = ${JSON.stringify(artifact.abi, null, 2)} as const\n`)
  }
  if (wanted.includes('bytecode')) {
    parts.push(`/** Creation code. */\n${toConstant(`${name}Bytecode`, artifact.bytecode)}`)
  }
  if (wanted.includes('code')) {
    parts.push(`/** Runtime code. */\n${toConstant(`${name}Code`, artifact.deployedBytecode)}`)
    if (artifact.immutables.length > 0) parts.push(toOffsets(name, artifact.immutables))
  }
  return parts.join('\n')
}

function toConstant(name: string, code: Hex): string {
  return `export const ${name} =\n  '${code}'\n`
}

function toOffsets(name: string, immutables: Artifact['immutables']): string {
  const about =
    '/** For each immutable value, the offsets of the words of the runtime code that hold it. */'
  const lists = immutables.map((offsets) => `[${offsets.join(', ')}]`).join(', ')
  return `${about}\nexport const ${name}Immutables = [${lists}] as const\n`
}

/** Splits `TestUSDC` into `test` and `usdc`. */
function toWords(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z][a-z]+/g) ?? []).map((word) => word.toLowerCase())
}

function toCamel([first = '', ...rest]: readonly string[]): string {
  return [first, ...rest.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)].join('')
}
