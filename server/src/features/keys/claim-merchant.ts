import type { Developers } from '../../auth/keys/developers.js'
import { markClaimed } from '../../auth/merchants/merchant-store.js'
import { insertOwner } from '../../auth/merchants/ownership-store.js'
import { requireActive, requireActiveOwner } from '../../auth/merchants/require-active.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'

export type ClaimInput = {
  /** The signed-in wallet, which becomes the owner. */
  wallet: Address
  apiKey: string
  ip: string
  developers: Developers
  correlationId: string
}

/**
 * Makes a wallet the owner of the unclaimed merchant that a key belongs to. Payments of the
 * merchant go to that wallet until it sets up a split. Returns the merchant.
 *
 * @throws {AppError} `forbidden` for an unknown key, `conflict` when the merchant has an owner,
 *   `merchant_suspended`, `rate_limited`.
 */
export async function claimMerchant(
  ctx: Context,
  { wallet, apiKey, ip, developers, correlationId }: ClaimInput,
): Promise<Address> {
  const key = await developers.find(apiKey, { ip })
  if (!key) throw new AppError('forbidden', 'apiKey is not an active key. Check it and try again.')
  const merchant = key.wallet

  await inTransaction(ctx, async (inTx) => {
    await requireActive(inTx, merchant)
    await requireActiveOwner(inTx, wallet)
    if (!(await markClaimed(inTx.db, merchant))) {
      throw new AppError(
        'conflict',
        'The merchant of this key has an owner already. Ask the owner to invite you.',
      )
    }
    await insertOwner(inTx.db, { merchant, wallet, at: ctx.now() })
    await recordChange(inTx, {
      by: { merchant, person: wallet, role: 'owner', correlationId },
      action: 'merchant.claimed',
      target: merchant,
      before: { owner: null },
      after: { owner: wallet, keyId: key.keyId },
    })
  })
  return merchant
}
