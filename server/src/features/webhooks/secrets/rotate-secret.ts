import type { Author } from '../../../auth/caller.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { getEndpoint } from '../endpoints/change-endpoint.js'
import { type SealedEndpoint, updateEndpointSecrets } from '../endpoints/endpoint-store.js'
import { createSealedSecret, rotateSecrets, shopSecretId } from './sealed-secrets.js'
import { findShopSecret, type ShopSecret, saveShopSecret } from './shop-secret-store.js'

/**
 * Replaces the signing secret of an endpoint. The old one signs beside it until the overlap ends.
 * The new one is shown once: null when an earlier request with the same id created it.
 *
 * @throws {AppError} `not_found`.
 */
export async function rotateEndpointSecret(
  ctx: Context,
  input: { by: Author; id: string; rotationId: string; overlapHours: number },
): Promise<{ endpoint: SealedEndpoint; secret: string | null }> {
  const { by, id, rotationId, overlapHours } = input
  const { merchant } = by
  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const old = await getEndpoint(inTx, { merchant, id })
    if (old.rotationId === rotationId) return { endpoint: old, secret: null }

    const now = ctx.now()
    const { secret, sealedSecret } = await createSealedSecret(inTx, { merchant, id })
    const secrets = rotateSecrets(old, { sealedSecret, rotationId, overlapHours, now })
    const endpoint = { ...old, ...secrets }
    await updateEndpointSecrets(inTx.db, { endpoint, now })
    await recordChange(inTx, {
      by,
      action: 'webhook.secret_rotated',
      target: id,
      before: null,
      after: { previousSecretUntil: secrets.previous?.until ?? null },
    })
    return { endpoint, secret }
  })
}

/**
 * Creates the secret that signs for receipts created without a key, or replaces it. It is shown
 * once: null when an earlier request with the same id created it.
 */
export async function rotateShopSecret(
  ctx: Context,
  { by, rotationId, overlapHours }: { by: Author; rotationId: string; overlapHours: number },
): Promise<{ shopSecret: ShopSecret; secret: string | null }> {
  const { merchant } = by
  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const old = await findShopSecret(inTx.db, merchant)
    if (old?.rotationId === rotationId) return { shopSecret: old, secret: null }

    const name = { merchant, id: shopSecretId } as const
    const { secret, sealedSecret } = await createSealedSecret(inTx, name)
    const now = ctx.now()
    const secrets = old
      ? rotateSecrets(old, { sealedSecret, rotationId, overlapHours, now })
      : { sealedSecret, previous: null, rotationId }
    const shopSecret = { ...name, ...secrets, createdAt: old?.createdAt ?? now, updatedAt: now }
    await saveShopSecret(inTx.db, shopSecret)
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
