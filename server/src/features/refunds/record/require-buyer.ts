import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { contracts } from '../../../platform/chain/contracts.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { isDepositAddress } from '../../../platform/chain/deposits/deposit-store.js'
import { listTokens } from '../../../platform/chain/tokens.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { findSplitOwner } from '../../split/find-split.js'

type Input = { receipt: Receipt; buyer: Address }

/**
 * Requires that a refund goes to a wallet. A split would pay the money to the recipients of a shop,
 * a deposit address would count it as a payment, and other contracts would keep it.
 *
 * @throws {AppError} `invalid_buyer`.
 */
export async function requireBuyer(
  ctx: Pick<TxContext, 'db' | 'config'>,
  input: Input,
): Promise<void> {
  const contract = await findContract(ctx, input)
  if (contract === null) return
  throw new AppError('invalid_buyer', `buyer is ${contract}. Pass the wallet of the buyer.`)
}

/** Names the contract at an address, or returns null for an unknown address. */
async function findContract(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  { receipt, buyer }: Input,
): Promise<string | null> {
  const { chainId } = config
  if (buyer === depositOf(config, receipt).address) return 'the deposit address of this receipt'
  if (listTokens(chainId).some(({ address }) => address === buyer)) return 'a token contract'
  if (contracts.some(({ address }) => address === buyer)) return 'a contract of this service'
  const place = { chainId, address: buyer }
  if (await isDepositAddress(db, place)) return 'the deposit address of a receipt'
  return (await findSplitOwner({ db }, place)) === null ? null : 'a split contract'
}
