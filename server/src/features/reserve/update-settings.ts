import { isDeepStrictEqual } from 'node:util'
import type { Principal } from '../../auth/caller.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { invalidInput } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { updateShopConfig } from '../shop/update-shop-config.js'
import type { ReserveSettingsBody } from './schemas.js'
import { findSettings, upsertSettings } from './store.js'

const maxBytes = 16_384

/**
 * Stores a merchant's settings for its reserve, with keys that the service does not know.
 * `defaultJurisdictionCode` is part of the shop's tax settings and stored there only.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function updateSettings(
  ctx: Context,
  { body, by }: { body: ReserveSettingsBody; by: Principal },
): Promise<void> {
  const { defaultJurisdictionCode, wallet: _, ...config } = body
  if (Buffer.byteLength(JSON.stringify(config)) > maxBytes) {
    throw invalidInput(`The settings must have at most ${maxBytes} bytes as JSON.`)
  }
  if (defaultJurisdictionCode !== undefined) {
    await updateShopConfig(ctx, { change: { tax: { defaultJurisdictionCode } }, by })
  }
  if (Object.keys(config).length === 0) return

  const { merchant } = by
  await ctx.db.transaction(async (tx) => {
    await lockMerchant(tx, merchant)
    const before = await findSettings(tx, merchant)
    if (isDeepStrictEqual(before, config)) return
    await upsertSettings(tx, { merchant, config, updatedAt: ctx.now() })
    const change = { action: 'reserve.updated', target: merchant, before, after: config }
    await recordChange({ ...ctx, db: tx }, { by, ...change })
  })
}
