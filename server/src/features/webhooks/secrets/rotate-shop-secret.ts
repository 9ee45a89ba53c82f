import type { Author } from '../../../auth/caller.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import type { Context } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { createSealedSecret, rotateSecrets, shopSecretId } from './sealed-secrets.js'
import { findShopSecret, type ShopSecret, saveShopSecret } from './shop-secret-store.js'

/**
 * Creates the secret that signs for receipts created without a key, or replaces it. It is shown once: null when an
 * earlier request with the same id created it.
 */
export async function rotateShopSecret(
  ctx: Context,
  { by, rotationId, overlapHours }: { by: Author; rotationId: string; overlapHours: number },
): Promise<{ shopSecret: ShopSecret; secret: string | null }> {
  const { merchant } = by
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockMerchant(tx, merchant)
    const old = await findShopSecret(tx, merchant)
    if (old?.rotationId === rotationId) return { shopSecret: old, secret: null }

    const name = { merchant, id: shopSecretId } as const
    const { secret, sealedSecret } = await createSealedSecret(inTx, name)
    const now = ctx.now()
    const secrets = old
      ? rotateSecrets(old, { sealedSecret, rotationId, overlapHours, now })
      : { sealedSecret, previous: null, rotationId }
    const shopSecret = { ...name, ...secrets, createdAt: old?.createdAt ?? now, updatedAt: now }
    await saveShopSecret(tx, shopSecret)
    await recordChange(inTx, {
      by,
      action: 'webhook.secret_rotated',
      target: shopSecretId,
      before: old && { updatedAt: old.updatedAt },
      after: { updatedAt: now, previousSecretUntil: secrets.previous?.until ?? null },
    })
    return { shopSecret, secret }
  })
}
