import { AppError } from '../../lib/errors.js'
import { type Address, isSameAddress, parseAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { noSuchReceipt } from '../receipts/get-receipt.js'
import { listOwners, listOwnersPaidAt } from './store.js'

/**
 * Returns the merchant whose receipt a payment page shows. Ids are unique per merchant only. When several merchants use
 * the same id, `recipient` selects one by its wallet or split.
 *
 * @throws {AppError} `invalid_input`, and `not_found` also when the id is ambiguous.
 */
export async function getOwner(
  ctx: Pick<Context, 'db' | 'config'>,
  { id, recipient }: { id: string; recipient?: string | undefined },
): Promise<Address> {
  if (recipient === undefined) return requireOne(await listOwners(ctx.db, id))

  const address = parseAddress(recipient)
  if (!address) {
    throw new AppError('invalid_input', 'recipient must be an address with a valid checksum')
  }
  const { chainId } = ctx.config
  const owners = await listOwnersPaidAt(ctx.db, { id, recipient: address, chainId })
  return owners.find((owner) => isSameAddress(owner, address)) ?? requireOne(owners)
}

function requireOne([owner, another]: Address[]): Address {
  if (!owner || another) throw noSuchReceipt()
  return owner
}
