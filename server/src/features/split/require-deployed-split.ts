import { AppError } from '../../lib/errors.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import type { Chain, Hex } from '../../platform/chain/chain.js'
import { readCloneArgs } from '../../platform/chain/clone-code.js'
import { splitImplementation } from '../../platform/chain/contracts.js'
import type { Context } from '../../platform/context.js'
import { decodeShares, encodeShares } from './encode-shares.js'
import { predictSplit, splitAddress } from './predict-split.js'
import type { GivenRecipient } from './split.js'

type ExistingSplit = {
  address: Address
  merchant: Address
  recipients: readonly GivenRecipient[]
  /** What the factory was given beside them; `null` when it is one that we would have chosen. */
  salt: Hex | null
  /** How many splits the merchant has had. */
  versions: number
}

/**
 * Passes when our factory made the contract at `address`, for exactly these recipients. That is what the address
 * itself proves. The code does not: whoever puts the same code there by other means may have had it do anything
 * before, such as let somebody take what it receives.
 *
 * @throws {AppError} `invalid_input`, `chain_unavailable`.
 */
export async function requireDeployedSplit(
  ctx: Pick<Context, 'chain' | 'log'>,
  split: ExistingSplit,
): Promise<void> {
  const code = await readCode(ctx, split.address)
  if (!code) throw invalid(`There is no contract at ${checksumAddress(split.address)}`)
  requireRecipients(code, split.recipients)
  if (isOurs(split)) return
  throw invalid(
    'The contract at address was not made by our factory for you; give its salt, or leave address out and we deploy one',
  )
}

function isOurs({ address, merchant, recipients, salt, versions }: ExistingSplit): boolean {
  if (salt) return splitAddress({ args: encodeShares(recipients), salt }) === address
  return Array.from({ length: versions + 1 }, (_, index) => index + 1).some(
    (version) => predictSplit({ merchant, version, recipients }).address === address,
  )
}

/** The address would not fit either, but this can be said better. */
function requireRecipients(code: Hex, recipients: readonly GivenRecipient[]): void {
  const args = readCloneArgs(code, splitImplementation)
  if (args === null) {
    throw invalid(
      'The contract at address is not one of our splits; leave address out and we deploy one for you',
    )
  }
  if (args === encodeShares(recipients)) return
  const actual = Array.from(
    decodeShares(args) ?? [],
    ([one, bps]) => `${bps} to ${checksumAddress(one)}`,
  )
  throw invalid(`The contract at address pays others: ${actual.join(', ')}`)
}

async function readCode(
  { chain, log }: { chain: Chain | null; log: Context['log'] },
  address: Address,
): Promise<Hex | null> {
  if (!chain) throw unavailable('No chain is configured, so the contract cannot be checked')
  try {
    return await chain.findCode(address)
  } catch (error) {
    log.warn({ err: error }, 'a split could not be checked on chain')
    throw unavailable('The chain cannot be asked right now; try again in a moment')
  }
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message)
}

function unavailable(message: string): AppError {
  return new AppError('chain_unavailable', message)
}
