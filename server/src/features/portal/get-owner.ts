import { AppError } from '../../lib/errors.js'
import { type Address, isSameAddress, parseAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { noSuchReceipt } from '../receipts/get-receipt.js'
import { listOwners, listOwnersPaidAt } from './store.js'

/**
 * Whose receipt a payment page is for. Ids are unique per merchant, so where several use the same one the recipient
 * says which: the merchant's wallet, or a split of theirs.
 *
 * @throws {AppError} `invalid_input`, `not_found` also when it is not clear whose.
 */
export async function getOwner(
  ctx: Pick<Context, 'db' | 'config'>,
  { id, recipient }: { id: string; recipient?: string | undefined },
): Promise<Address> {
  if (recipient === undefined) return requireOne(await listOwners(ctx.db, id))

  const address = parseAddress(recipient)
  if (!address) {
    throw new AppError('invalid_input', 'recipient must be an address, with its right checksum')
  }
  const { chainId } = ctx.config
  const owners = await listOwnersPaidAt(ctx.db, { id, recipient: address, chainId })
  return owners.find((owner) => isSameAddress(owner, address)) ?? requireOne(owners)
}

function requireOne([owner, another]: Address[]): Address {
  if (!owner || another) throw noSuchReceipt()
  return owner
}
