import { listPlanSubscriptions } from '../../auth/merchants/plan-store.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import { readChoice } from '../../platform/http/read-query.js'
import type { Position } from './position.js'
import {
  countParts,
  findMerchant,
  type ListedMerchant,
  listMerchants,
  type MerchantFilter,
  merchantStatuses,
} from './read-model/merchant-store.js'
import { type MerchantQuery, planNames } from './schemas.js'

/** Counting stops here, because receipts accumulate without limit. */
const maxCounted = 10_000

/**
 * Returns a merchant with its plans and counts.
 *
 * @throws {AppError} `not_found`.
 */
export async function getMerchant(ctx: Pick<TxContext, 'db' | 'now'>, wallet: Address) {
  const now = ctx.now()
  const merchant = await findMerchant(ctx.db, { wallet, now })
  if (!merchant) throw noMerchant()
  const counts = await countParts(ctx.db, { wallet, now, maxCounted })
  return { ...merchant, ...counts, subscriptions: await listPlanSubscriptions(ctx.db, wallet) }
}

export function noMerchant(): AppError {
  return new AppError('not_found', 'No merchant has this wallet.')
}

/** Returns a page of merchants, newest first, and the position of the next page. */
export async function listMerchantPage(
  ctx: Pick<Context, 'db' | 'now'>,
  input: { filter: MerchantFilter; before: Position | null; limit: number },
): Promise<{ merchants: ListedMerchant[]; next: Position | null }> {
  const { limit } = input
  const rows = await listMerchants(ctx.db, { ...input, limit: limit + 1, now: ctx.now() })
  const merchants = rows.slice(0, limit)
  const last = rows.length > limit ? merchants.at(-1) : undefined
  return { merchants, next: last ? { createdAt: last.createdAt, id: last.wallet } : null }
}

/**
 * Reads the filter of a list of merchants. Empty fields count as absent, because forms send them.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readMerchantFilter({ q, status, plan }: MerchantQuery): MerchantFilter {
  return {
    text: q?.trim() || null,
    status: readChoice('status', status, merchantStatuses),
    plan: readChoice('plan', plan, planNames),
  }
}
