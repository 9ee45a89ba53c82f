import type { OperatorPrincipal } from '../../auth/caller.js'
import { loadMerchantLimits } from '../../auth/limits/follow-merchant-limits.js'
import { listMerchantLimits, upsertMerchantLimits } from '../../auth/limits/merchant-limit-store.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { merchantOwnerOf, problemOf, rangeOf } from '../../platform/limits/limit-settings.js'
import { type LimitName, limits } from '../../platform/limits/limits.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'
import { isLimitName } from '../../platform/limits/read-limits.js'
import { recordChange } from '../audit/record-change.js'
import { noMerchant } from './get-merchant.js'
import { findMerchant } from './read-model/merchant-store.js'

/**
 * Returns the limits of a merchant.
 *
 * @throws {AppError} `not_found`.
 */
export async function getMerchantLimits(ctx: Context, merchant: Address) {
  if (!(await findMerchant(ctx.db, { wallet: merchant, now: ctx.now() }))) throw noMerchant()
  await loadMerchantLimits(ctx)
  const names = (Object.keys(limits) as LimitName[]).filter((name) => merchantOwnerOf(name))
  return {
    isOwn: ctx.config.ownMerchants.has(merchant),
    /** The limits of the merchant itself. */
    limits: await listMerchantLimits(ctx.db, merchant),
    /** Every limit that counts the merchant, or each of its subscriptions. */
    inForce: Object.fromEntries(
      names.map((name) => [name, maxOfMerchant(ctx.config, name, merchant)]),
    ),
  }
}

/**
 * Sets limits of a merchant, which replace those of the platform. Null removes one. Takes effect at
 * once in this process, within two seconds in all others. Repeating it changes nothing.
 *
 * @throws {AppError} `not_found`, `invalid_input`.
 */
export async function setMerchantLimits(
  ctx: Context,
  { by, values }: { by: OperatorPrincipal; values: Readonly<Record<string, number | null>> },
): Promise<void> {
  const { merchant } = by
  const requested = readLimitChanges(values)
  await inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    if (!(await findMerchant(inTx.db, { wallet: merchant, now: ctx.now() }))) throw noMerchant()
    const before = await listMerchantLimits(inTx.db, merchant)
    const changed = new Map(
      [...requested].filter(([name, value]) => (before[name] ?? null) !== value),
    )
    if (changed.size === 0) return
    await upsertMerchantLimits(inTx.db, { merchant, limits: changed, changedAt: ctx.now() })
    await recordChange(inTx, {
      by,
      action: 'merchant.limits_changed',
      target: merchant,
      before: Object.fromEntries([...changed.keys()].map((name) => [name, before[name] ?? null])),
      after: Object.fromEntries(changed),
    })
  })
  await loadMerchantLimits(ctx)
}

function readLimitChanges(
  values: Readonly<Record<string, number | null>>,
): Map<LimitName, number | null> {
  const read = new Map<LimitName, number | null>()
  for (const [name, value] of Object.entries(values)) {
    const owner = isLimitName(name) ? merchantOwnerOf(name) : null
    const range = isLimitName(name) && owner ? rangeOf(name, owner) : null
    if (!isLimitName(name) || !range) {
      throw invalidInput(
        `limits.${name} is not a limit of merchants. See docs/limits.md for the names.`,
      )
    }
    const problem = value === null ? null : problemOf(value, range)
    if (problem) throw invalidInput(`limits.${name} ${problem}, or null.`)
    read.set(name, value)
  }
  return read
}
