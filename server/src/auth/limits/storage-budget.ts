import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { Limit, LimitKeys } from '../../platform/limits/limit.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { type LimitName, limits } from '../../platform/limits/limits.js'
import { findMerchant } from '../caller.js'
import { createEstablished } from '../merchants/established.js'
import type { NetworkHash } from '../network-hash.js'
import { type CountedBudget, listCounted } from './list-counted.js'
import { createMeter, type Reading } from './meter.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The length of a body that its route read as a stream. */
    streamedBytes?: number
    /** Measures the bytes that the route has stored, which replace the estimate. */
    measureStored?: () => number
  }
}

export type StorageBudget = {
  /**
   * Takes the kilobytes that a request may store. Returns the error when a budget is exceeded,
   * otherwise null. Avoids a promise where possible.
   */
  take(
    request: FastifyRequest,
    kilobytes: number,
    /** `shop` is the merchant at whose shop a buyer without a key orders. */
    options?: { shop?: Address },
  ): AppError | null | Promise<AppError | null>
  /** Returns everything that a request has taken, because it failed and stores nothing. */
  giveBack(request: FastifyRequest): void
  /**
   * Replaces the estimate that a successful request has taken by the bytes that it stored, if its
   * route measures them. Measures only if the request counts, because that takes time.
   */
  settle(request: FastifyRequest): void
}

type BudgetUse = { bucket: string; units: number; resetAt: number }

const ofAnonymous = ['stored-kilobytes', 'stored-kilobytes-daily'] as const
/** Others cannot use up the daily part of orders at established shops. */
const ofShopOrders = ['stored-kilobytes', 'order-kilobytes-daily'] as const
const ofEstablished = ['established-kilobytes', 'established-kilobytes-daily'] as const

/** Callers that act for a merchant. */
const staffKinds: readonly string[] = ['developer', 'person', 'device']

const bytesPerKilobyte = 1_024
/** Rows with their indexes, and an entry of the audit log. */
const kilobytesPerWrite = { much: 3, little: 2 }
/** A line of an order has a name and refers to a picture. The number of lines is limited. */
const perLine = { kilobytes: 0.5, maxLines: 200 }

/**
 * Creates the budget of stored bytes. Anonymous callers, buyers and new merchants share that of
 * their network address and of the platform. Programs and staff of an established merchant have a
 * larger one of their own, because they have something to lose. The operator's own shops have none.
 * Sign-in and payment pages never count for the platform, so that anonymous callers cannot stop
 * them for everyone.
 */
export function createStorageBudget(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  hashNetwork: NetworkHash,
): StorageBudget {
  const meter = createMeter(ctx)
  const established = createEstablished(ctx)
  const takenBy = new WeakMap<FastifyRequest, BudgetUse[]>()

  async function takeAll(
    request: FastifyRequest,
    budgets: CountedBudget[],
    units: number,
  ): Promise<AppError | null> {
    const uses = takenBy.get(request) ?? []
    takenBy.set(request, uses)
    // At once, so that their leases share a statement.
    const results = await Promise.allSettled(
      budgets.map(async (counted) => {
        const { windowMs = DAY_MS }: Limit = limits[counted.limit]
        const reading = await meter.take(counted.bucket, { units, max: counted.max, windowMs })
        if (reading.isExceeded) throw exceeded(counted, { reading, kilobytes: units })
        return { bucket: counted.bucket, units, resetAt: reading.resetAt }
      }),
    )
    const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const failed = results.find((result) => result.status === 'rejected')
    if (!failed) {
      uses.push(...taken)
      return null
    }
    // A request that one owner refuses takes nothing from the others.
    for (const { bucket, ...use } of taken) meter.giveBack(bucket, use)
    if (failed.reason instanceof AppError) return failed.reason
    throw failed.reason
  }

  return {
    take(request, kilobytes, { shop } = {}) {
      const { caller, ip, routeOptions } = request
      if (caller?.kind === 'cron' || routeOptions.config.stores === 'nothing') return null
      const isMerchant = caller !== null && staffKinds.includes(caller.kind)
      const merchant = isMerchant ? findMerchant(request) : null
      if (merchant && ctx.config.ownMerchants.has(merchant)) return null
      const takeAs = (isEstablished: boolean) => {
        const budgets =
          merchant && isEstablished
            ? listBudgets(ofEstablished, { merchant })
            : listBudgets(shop && isEstablished ? ofShopOrders : ofAnonymous, {
                network: hashNetwork(ip),
              })
        const ownerBudgets = budgets.filter(({ owner }) => owner !== 'platform')
        return takeAll(
          request,
          storesLittle(request) ? ownerBudgets : budgets,
          Math.ceil(kilobytes),
        )
      }
      const budgetOwner = merchant ?? shop ?? null
      const isEstablished = budgetOwner !== null && established.has(budgetOwner)
      return isEstablished instanceof Promise ? isEstablished.then(takeAs) : takeAs(isEstablished)
    },
    settle(request) {
      const all = takenBy.get(request) ?? []
      if (!request.measureStored || all.length === 0) return
      const units = Math.ceil(request.measureStored() / bytesPerKilobyte)
      // A later entry of the same bucket is a stored response.
      const estimates = new Map(all.toReversed().map((use) => [use.bucket, use]))
      for (const use of estimates.values()) {
        // Negative when more was stored than taken: the next request pays for it.
        meter.giveBack(use.bucket, { units: use.units - units, resetAt: use.resetAt })
        use.units = units
      }
    },
    giveBack(request) {
      for (const { bucket, units, resetAt } of takenBy.get(request) ?? []) {
        meter.giveBack(bucket, { units, resetAt })
      }
      takenBy.delete(request)
    },
  }

  function listBudgets(names: readonly LimitName[], keys: LimitKeys): CountedBudget[] {
    return names.flatMap((limit) => listCounted(ctx.config, { limit, keys }))
  }
}

/**
 * Estimates the kilobytes that a request stores, by the length of its body. A route that knows the
 * rows it has written replaces the estimate with `settle`. `order` may be a part of the body.
 */
export function kilobytesOf(request: FastifyRequest, order: unknown = request.body): number {
  const { headers, body, routeOptions, streamedBytes } = request
  const size = streamedBytes ?? Number(headers['content-length'] ?? Number.NaN)
  const bytes = Number.isFinite(size) ? size : sizeOf(body, routeOptions.bodyLimit)
  const { much, little } = kilobytesPerWrite
  const fixed = storesLittle(request) ? little : much + kilobytesOfLines(order)
  return Math.ceil(fixed + bytes / bytesPerKilobyte)
}

/** Payment pages report progress, transactions and signatures, each of a row or two at most. */
function storesLittle({ caller, routeOptions }: FastifyRequest): boolean {
  const isPage = caller?.kind === 'portal' || caller?.kind === 'buyer'
  return isPage || routeOptions.config.stores === 'little'
}

function kilobytesOfLines(body: unknown): number {
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : []
  if (!Array.isArray(items)) return 0
  return Math.min(items.length, perLine.maxLines) * perLine.kilobytes
}

/** Returns the size of a body sent without its length. A stream counts as `max`. */
function sizeOf(body: unknown, max: number): number {
  if (body === undefined || body === null) return 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (typeof body === 'object' && 'pipe' in body) return max
  return Buffer.byteLength(JSON.stringify(body))
}

function exceeded(
  { limit, owner, ownerKey, max }: CountedBudget,
  { reading, kilobytes }: { reading: Reading; kilobytes: number },
): AppError {
  const { resetAt, resetInMs: retryAfterMs } = reading
  const tooLarge = `This request stores up to ${kilobytes} kilobytes, and the limit is ${max}. Send it in parts.`
  const message = kilobytes > max ? { message: tooLarge } : {}
  return limitReached(limit, { owner, ownerKey, max, resetAt, retryAfterMs, ...message })
}
