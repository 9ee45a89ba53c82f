import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findMerchant } from '../../auth/caller.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import { DAY_MS } from '../../lib/time.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { LimitReached } from '../../platform/limits/limit-reached.js'
import { raiseNotifications } from '../../platform/notifications/raise-notifications.js'

/** Of the matters that this process remembers. A flood must not fill the memory. */
const maxRemembered = 10_000

/**
 * Notifies staff when a limit of their merchant refuses a request: once per limit and day. Calls with
 * keys are in the request log, from which `checkLimits` notifies.
 */
export function notifyOfLimits(server: FastifyInstance, ctx: Context): void {
  const reported = new Set<string>()
  const writing = new Set<Promise<void>>()
  let today = 0
  server.addHook('onClose', () => Promise.all(writing).then(() => undefined))
  server.addHook('onError', (request, _reply, error, done) => {
    done()
    const merchant = error instanceof LimitReached ? findRefused(request, error) : null
    if (!merchant || !(error instanceof LimitReached)) return
    const day = Math.floor(ctx.now() / DAY_MS)
    if (day !== today || reported.size >= maxRemembered) reported.clear()
    today = day
    const matter = `${merchant} ${error.limit}`
    if (reported.has(matter)) return
    reported.add(matter)
    const write = notify(merchant, error)
      .catch((failure) => {
        reported.delete(matter)
        // The circuit breaker already logs an unavailable database.
        if (!(failure instanceof StoreUnavailable)) {
          request.log.warn({ err: failure }, 'staff were not notified of a limit')
        }
      })
      .finally(() => writing.delete(write))
    writing.add(write)
  })

  function notify(merchant: Address, { limit, max }: LimitReached): Promise<void> {
    const params = { limit, max }
    return inTransaction(ctx, (inTx) =>
      raiseNotifications(inTx, [{ merchant, kind: 'limit_reached', subjectId: limit, params }]),
    )
  }
}

/** Returns the merchant whose own limit refused a request, or null. */
function findRefused(request: FastifyRequest, { owner, ownerKey }: LimitReached): Address | null {
  if (owner !== 'merchant' && owner !== 'subscription') return null
  if (request.caller?.kind === 'developer' || request.refusedKey) return null
  // The receipts of sessions count for the plan of their merchant.
  if (owner === 'subscription' || ownerKey === null) return findMerchant(request)
  return parseAddress(ownerKey)
}
