import { type Address, checksumAddress } from '../../lib/hex.js'
import type { SuggestedFees } from '../chain/chain.js'
import { formatNative } from '../chain/deploy/describe-survey.js'
import { findDataFee } from '../chain/deploy/find-data-fee.js'
import { listKeys } from '../chain/outgoing/relayer-keys.js'
import type { SignerRole } from '../chain/outgoing/signer-roles.js'
import { cancelerOf, walletOf } from '../chain/signing-keys.js'
import { type Finding, good, problem, skipped, warning } from './finding.js'
import type { Section } from './section.js'

/** Gas of one action of each role, rounded up from contracts/gas.json. */
export const actions: Record<SignerRole, { name: string; gas: bigint }> = {
  payments: { name: 'signed payments', gas: 90_000n },
  // A first flush and a distribution to two recipients.
  settlement: { name: 'settled payments', gas: 170_000n },
  cancellations: { name: 'cancellations', gas: 80_000n },
  charges: { name: 'charges', gas: 90_000n },
  deployments: { name: 'new splits', gas: 85_000n },
}

/** The size of a flush, for the data fee of rollups. Random, because compressed data is cheap. */
const sampleData = `0x${'9e3779b97f4a7c15'.repeat(32)}` as const
const lowActions = 500n
const gwei = 1_000_000_000n

/** Checks the fees of the chain, and the wallets of the relayer and the platform. */
export const walletsSection: Section = {
  title: 'Wallets',
  needs: ['chain'],
  async check({ chain, config }) {
    if (!chain) return []
    const { chainId, maxFeePerGas, platformWallet } = config
    const [fees, dataFee] = await Promise.all([chain.suggestFees(), findDataFee(chain, sampleData)])
    const relayers = await Promise.all(
      listKeys(config).map(async ({ privateKey, roles }) => {
        const wallet = await walletOf(privateKey)
        return { wallet, roles, balance: await chain.getBalance(wallet) }
      }),
    )
    const feePerGas = fees.baseFeePerGas + fees.maxPriorityFeePerGas
    return [
      describeFees(fees, maxFeePerGas),
      ...(relayers.length === 0 ? [noRelayer()] : []),
      ...relayers.map((relayer) => describeRelayer({ ...relayer, feePerGas, dataFee, chainId })),
      describePlatformWallet(
        platformWallet,
        relayers.map(({ wallet }) => wallet),
      ),
      describeCanceler(await cancelerOf(config)),
    ]
  },
}

export function describeFees({ baseFeePerGas }: SuggestedFees, limit: bigint): Finding {
  const [now, max] = [formatGwei(baseFeePerGas), formatGwei(limit)]
  const fix = 'Wait, or raise MAX_FEE_GWEI.'
  if (baseFeePerGas > limit) {
    return problem(`The base fee of ${now} gwei exceeds MAX_FEE_GWEI (${max}).`, fix)
  }
  if (2n * baseFeePerGas > limit) {
    return warning(`The base fee of ${now} gwei is close to MAX_FEE_GWEI (${max}).`, fix)
  }
  return good(`The base fee is ${now} gwei, below MAX_FEE_GWEI (${max}).`)
}

export function describeRelayer(relayer: {
  wallet: Address
  roles: readonly SignerRole[]
  balance: bigint
  feePerGas: bigint
  /** In addition to gas, per transaction. */
  dataFee: bigint
  chainId: number
}): Finding {
  const { wallet, roles, balance, feePerGas, dataFee, chainId } = relayer
  const counted = roles
    // Nothing is charged yet, and the cost would be that of a signed payment.
    .filter((role) => role !== 'charges' && role !== 'cancellations')
    .map((role) => {
      const { name, gas } = actions[role]
      const cost = gas * feePerGas + dataFee
      return { name, count: cost > 0n ? balance / cost : lowActions }
    })
  const name = `The relayer ${checksumAddress(wallet)} has ${formatNative(balance, chainId)}`
  const list = counted.map(({ name, count }) => `${count} ${name}`).join(' or ')
  const fewest = counted.reduce((least, { count }) => (count < least ? count : least), lowActions)
  const fix = `Send native tokens to ${checksumAddress(wallet)} on chain ${chainId}.`
  if (balance === 0n) return problem(`${name} and cannot pay for gas.`, fix)
  if (fewest === 0n) return problem(`${name}, too little at the current fee.`, fix)
  if (fewest < lowActions) return warning(`${name}, enough for ${list} at the current fee.`, fix)
  return good(`${name}, enough for ${list || 'its charges'} at the current fee.`)
}

export function describePlatformWallet(
  wallet: string | undefined,
  relayers: readonly Address[],
): Finding {
  if (wallet === undefined) {
    return skipped('Not checked, because PLATFORM_WALLET is not set.')
  }
  const name = `The platform's share goes to ${checksumAddress(wallet as Address)}`
  if (relayers.some((relayer) => relayer === wallet)) {
    const fix = 'Set PLATFORM_WALLET to a wallet whose key is not on this server.'
    return warning(`${name}, whose key is on this server as a relayer key.`, fix)
  }
  return good(`${name}. Make sure that you hold its key.`)
}

/** Its key can cancel subscriptions and nothing else, so it needs no funds. */
function describeCanceler(canceler: Address): Finding {
  return good(
    `Subscriptions are canceled on chain by ${checksumAddress(canceler)}. It needs no funds.`,
  )
}

function noRelayer(): Finding {
  return warning(
    'There is no relayer key: payments are detected but not forwarded, and buyers cannot pay by signature.',
    'Set RELAYER_PRIVATE_KEY to the key of a funded wallet.',
  )
}

function formatGwei(wei: bigint): string {
  const decimals = (wei % gwei).toString().padStart(9, '0').replace(/0+$/, '')
  return decimals === '' ? `${wei / gwei}` : `${wei / gwei}.${decimals}`
}
