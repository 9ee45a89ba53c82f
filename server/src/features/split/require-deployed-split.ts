import { AppError, invalidInput } from '../../lib/errors.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import type { Chain, Hex } from '../../platform/chain/chain.js'
import { readCloneArgs } from '../../platform/chain/clone-code.js'
import { splitImplementation } from '../../platform/chain/contracts.js'
import type { Context } from '../../platform/context.js'
import { decodeShares, encodeShares, predictSplit, splitAddress } from './predict-split.js'
import { readHistory, type SplitHistory } from './read-history.js'
import type { GivenRecipient } from './split.js'

type ExistingSplit = {
  address: Address
  chainId: number
  merchant: Address
  owner: Address
  recipients: readonly GivenRecipient[]
  /** The factory's salt, or null when it is one of our own. */
  salt: Hex | null
  /** The number of splits the merchant has had. */
  versions: number
}

/**
 * Requires that our factory deployed the contract at `address` for exactly these recipients. Only
 * the address proves this. Equal code does not: a contract deployed by other means may have run
 * different code before, for example to grant a token allowance. Salts are public, so a contract
 * with another salt than the merchant's own must pay the owner. Otherwise anyone could register the
 * contracts of others. Returns what the contract has paid out before.
 *
 * @throws {AppError} `invalid_input`, `chain_unavailable`.
 */
export async function requireDeployedSplit(
  ctx: Pick<Context, 'chain' | 'log' | 'installationId'>,
  split: ExistingSplit,
): Promise<SplitHistory | null> {
  const code = await readChain(ctx, (chain) => chain.findCode(split.address))
  if (!code)
    throw invalidInput(
      `There is no contract at ${checksumAddress(split.address)}. Send the address of a deployed split, or omit it.`,
    )
  requireRecipients(code, split.recipients)
  // Earlier splits have no installation in their address.
  const ids = [await ctx.installationId(), null]
  if (!ids.some((id) => isPredicted(split, id))) requireOwnSalt(split)
  return readChain(ctx, (chain) => readHistory(chain, split))
}

function requireOwnSalt(split: ExistingSplit): void {
  if (!hasSalt(split)) {
    throw invalidInput(
      'The contract at address was not deployed by our factory for you. Send its salt, or omit address to deploy a new one.',
    )
  }
  if (split.recipients.some(({ address }) => address === split.owner)) return
  throw invalidInput(
    'Your wallet is not a recipient of the contract at address. Omit address to deploy a new one.',
  )
}

/** Returns whether it is one of the merchant's own versions. */
function isPredicted(
  { address, merchant, recipients, versions }: ExistingSplit,
  installationId: string | null,
): boolean {
  return Array.from({ length: versions + 1 }, (_, index) => index + 1).some(
    (version) =>
      predictSplit({ installationId, merchant, version, recipients }).address === address,
  )
}

function hasSalt({ address, recipients, salt }: ExistingSplit): boolean {
  return salt !== null && splitAddress({ args: encodeShares(recipients), salt }) === address
}

/** The address check would fail too, but this message is more helpful. */
function requireRecipients(code: Hex, recipients: readonly GivenRecipient[]): void {
  const args = readCloneArgs(code, splitImplementation)
  if (args === null) {
    throw invalidInput(
      'The contract at address is not one of our splits. Omit address to deploy a new one.',
    )
  }
  if (args === encodeShares(recipients)) return
  const actual = Array.from(
    decodeShares(args) ?? [],
    ([address, bps]) => `${bps} to ${checksumAddress(address)}`,
  )
  throw invalidInput(`The contract at address has other recipients: ${actual.join(', ')}`)
}

async function readChain<Result>(
  { chain, log }: { chain: Chain | null; log: Context['log'] },
  read: (chain: Chain) => Promise<Result>,
): Promise<Result> {
  if (!chain) throw unavailable('The contract cannot be checked, because no chain is configured')
  try {
    return await read(chain)
  } catch (error) {
    log.warn({ err: error }, 'checking a split on chain failed')
    throw unavailable('The chain is not reachable. Try again in a moment.')
  }
}

function unavailable(message: string): AppError {
  return new AppError('chain_unavailable', message)
}
