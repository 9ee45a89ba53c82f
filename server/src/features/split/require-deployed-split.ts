import { AppError } from '../../lib/errors.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import type { Chain } from '../../platform/chain/chain.js'
import { readCloneArgs } from '../../platform/chain/clone-code.js'
import { splitImplementation } from '../../platform/chain/contracts.js'
import type { Context } from '../../platform/context.js'
import { decodeShares, encodeShares } from './encode-shares.js'
import { requireTrueBooks } from './require-true-books.js'
import type { GivenRecipient } from './split.js'

/**
 * Passes when the contract at `address` is one of our splits and pays exactly these recipients. Its code and its
 * books are what is looked at: what a contract says of itself may be a lie, and what an unknown one does may change.
 *
 * @throws {AppError} `invalid_input`, `chain_unavailable`.
 */
export async function requireDeployedSplit(
  ctx: Pick<Context, 'chain' | 'log'>,
  split: { address: Address; chainId: number; recipients: readonly GivenRecipient[] },
): Promise<void> {
  const { address, recipients } = split
  const code = await ask(ctx, (chain) => chain.findCode(address))
  if (!code) throw invalid(`There is no contract at ${checksumAddress(address)}`)

  const args = readCloneArgs(code, splitImplementation)
  if (args === null) {
    throw invalid(
      'The contract at address is not one of our splits; leave address out and we deploy one for you',
    )
  }
  if (args === encodeShares(recipients)) {
    return ask(ctx, (chain) => requireTrueBooks(chain, split))
  }
  const actual = Array.from(
    decodeShares(args) ?? [],
    ([one, bps]) => `${bps} to ${checksumAddress(one)}`,
  )
  throw invalid(`The contract at address pays others: ${actual.join(', ')}`)
}

async function ask<Answer>(
  { chain, log }: Pick<Context, 'chain' | 'log'>,
  question: (chain: Chain) => Promise<Answer>,
): Promise<Answer> {
  if (!chain) throw unavailable('No chain is configured, so the contract cannot be checked')
  try {
    return await question(chain)
  } catch (error) {
    if (error instanceof AppError) throw error
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
