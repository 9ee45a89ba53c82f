import type { Context } from '../../platform/context.js'
import { listLimitChanges } from './merchant-limit-store.js'

/** A limit takes effect in every process within two seconds. */
const pollMs = 1_000

/** Applies the limits of single merchants that changed since the last time. */
export async function loadMerchantLimits({
  db,
  config: { limits },
}: Pick<Context, 'db' | 'config'>): Promise<void> {
  for (const change of await listLimitChanges(db, limits.merchantRevision)) {
    const { merchant, name, value, revision } = change
    const { [name]: _, ...others } = limits.merchants.get(merchant) ?? {}
    const merchantLimits = value === null ? others : { ...others, [name]: value }
    if (Object.keys(merchantLimits).length > 0) limits.merchants.set(merchant, merchantLimits)
    else limits.merchants.delete(merchant)
    limits.merchantRevision = Math.max(limits.merchantRevision, revision)
  }
}

/**
 * Applies the limits of single merchants that other processes change, until it is stopped. A
 * process with a database of its own has none to follow.
 */
export function followMerchantLimits(
  ctx: Pick<Context, 'db' | 'config'>,
  everyMs = pollMs,
): { stop(): void } {
  const { databaseUrl, role } = ctx.config
  if (databaseUrl === undefined && role === 'all') return { stop: () => {} }
  let isLoading = false
  const timer = setInterval(() => {
    if (isLoading) return
    isLoading = true
    // While the database is unavailable, the last known limits apply.
    void loadMerchantLimits(ctx)
      .catch(() => {})
      .finally(() => {
        isLoading = false
      })
  }, everyMs)
  return { stop: () => clearInterval(timer) }
}
