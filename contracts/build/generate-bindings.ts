import type { Hex } from 'viem'
import type { Artifact, Artifacts } from './artifacts.js'

const folder = 'server/src/platform/chain/generated'

type Binding = {
  /** The functions and events of the ABI that the server and its tests name. */
  abi?: readonly string[]
  /** Whether the server deploys it. */
  hasBytecode?: boolean
}

/**
 * The contracts that the server uses, by module, all with their runtime code. A contract stands in
 * the module of the one that creates it.
 */
const bound: Record<string, Record<string, Binding>> = {
  'merchant-split': {
    MerchantSplit: { abi: ['distribute', 'releasable', 'release', 'totalReleased'] },
  },
  'split-factory': {
    SplitFactory: { abi: ['create', 'implementation', 'predict'], hasBytecode: true },
  },
  'payment-gateway': {
    PaymentGateway: {
      abi: ['depositImplementation', 'flush', 'flushMany', 'pay', 'payWithAuthorization'],
      hasBytecode: true,
    },
    Deposit: {},
  },
  'spend-permission-manager': {
    SpendPermissionManager: {
      abi: [
        'approve',
        'approveWithSignature',
        'getHash',
        'getLastUpdatedPeriod',
        'isApproved',
        'isRevoked',
        'revoke',
        'signatureValidator',
      ],
      hasBytecode: true,
    },
    SignatureValidator: {},
  },
  'subscription-charger': {
    SubscriptionCharger: {
      abi: [
        'SubscriptionCharged',
        'cancel',
        'charge',
        'chargeBatch',
        'claimFee',
        'createSpender',
        'payoutOf',
        'setPayout',
        'spenderImplementation',
        'spenderOf',
      ],
      hasBytecode: true,
    },
    PlanSpender: { abi: ['charge', 'terms'] },
  },
  'test-contracts': {
    TestUSDC: {
      abi: [
        'DOMAIN_SEPARATOR',
        'allowance',
        'approve',
        'balanceOf',
        'blacklist',
        'decimals',
        'mint',
        'permit',
        'transfer',
        'unBlacklist',
      ],
    },
    TestUSDT: {},
    TestEURC: {},
    TestMulticall: { abi: ['aggregate3', 'getEthBalance'] },
  },
}

const intro = '// Generated from contracts/artifacts.json: npm run generate\n'

/**
 * Returns TypeScript modules for the server, by path from the root of the repository.
 * @throws Error when a contract or a part of its ABI is missing.
 */
export function bindings({ contracts }: Artifacts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bound).map(([module, bindingsOf]) => {
      const parts = Object.entries(bindingsOf).flatMap(([name, binding]) => {
        const artifact = contracts[name]
        if (artifact === undefined) throw new Error(`There is no contract ${name}.`)
        return listParts(toCamel(toWords(name)), artifact, binding)
      })
      return [`${folder}/${module}.ts`, [intro, ...parts].join('\n')]
    }),
  )
}

function listParts(name: string, artifact: Artifact, { abi, hasBytecode }: Binding): string[] {
  const parts: string[] = []
  if (abi) {
    // One line per function or event, which begins with its name.
    const lines = pickAbi(artifact.abi, abi).map(
      (part) => `  ${JSON.stringify({ name: null, ...part }, omitInternalType)},\n`,
    )
    parts.push(`export const ${name}Abi = [\n${lines.join('')}] as const\n`)
  }
  if (hasBytecode) {
    parts.push(`/** Creation code. */\n${toConstant(`${name}Bytecode`, artifact.bytecode)}`)
  }
  parts.push(`/** Runtime code. */\n${toConstant(`${name}Code`, artifact.deployedBytecode)}`)
  if (artifact.immutables.length > 0) parts.push(toOffsets(name, artifact.immutables))
  return parts
}

/** Keeps the parts of an ABI that are used: every process loads them and the compiler reads them. */
function pickAbi(abi: Artifact['abi'], names: readonly string[]): Artifact['abi'] {
  for (const name of names) {
    if (!abi.some((part) => 'name' in part && part.name === name)) {
      throw new Error(`The ABI has no part ${name}.`)
    }
  }
  return abi.filter((part) => 'name' in part && names.includes(part.name))
}

/** The type in the source, which encoding does not need. */
function omitInternalType(key: string, value: unknown): unknown {
  return key === 'internalType' ? undefined : value
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
