import type { FastifyRequest } from 'fastify'
import type { AppError } from '../../lib/errors.js'
import { DAY_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { LimitKeys } from '../../platform/limits/limit.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { type LimitName, limits } from '../../platform/limits/limits.js'
import { findMerchant } from '../caller.js'
import { createEstablished } from '../merchants/established.js'
import type { NetworkHash } from '../network-hash.js'
import { type Counted, listCounted } from './list-counted.js'
import { createMeter, type Reading } from './meter.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set on routes that write at most about a kilobyte, like a session, that only calculate, or that count what they store
     * themselves.
     */
    stores?: 'little' | 'nothing' | 'counted'
  }
  interface FastifyRequest {
    /** The length of a body that its route read as a stream. */
    streamedBytes?: number
  }
}

export type StorageBudget = {
  /**
   * Takes the kilobytes that a request may store. Returns the error when a budget is exceeded, otherwise null. Avoids a
   * promise where possible.
   */
  take(request: FastifyRequest, kilobytes: number): AppError | null | Promise<AppError | null>
  /** Returns everything that a request has taken, because it failed and stores nothing. */
  giveBack(request: FastifyRequest): void
}

type Taken = { bucket: string; units: number; resetAt: number }

const ofStrangers = ['stored-kilobytes', 'stored-kilobytes-daily'] as const
const ofEstablished = ['established-kilobytes', 'established-kilobytes-daily'] as const

/** Rows, their indexes, the audit log, and events that repeat metadata take more than a small body. */
const kilobytesPerWrite = { much: 16, little: 2 }
/** A line of an order repeats the name and the picture of its item. The lines and pictures of an order have a limit. */
const perLine = { text: 0.5, picture: 16, mostPictures: 64, mostLines: 200 }

/**
 * Creates the budget of stored bytes. Strangers, buyers and new merchants share that of their network address and of the
 * platform. Programs and staff of an established merchant have a larger one of their own, because they have something
 * to lose. Sign-in and payment pages never count for the platform, so that strangers cannot stop them for everyone.
 */
export function createStorageBudget(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  hashNetwork: NetworkHash,
): StorageBudget {
  const meter = createMeter(ctx)
  const established = createEstablished(ctx)
  const takenBy = new WeakMap<FastifyRequest, Taken[]>()

  async function takeAll(
    request: FastifyRequest,
    budgets: Counted[],
    units: number,
  ): Promise<AppError | null> {
    const taken = takenBy.get(request) ?? []
    takenBy.set(request, taken)
    for (const counted of budgets) {
      const { bucket, most, limit } = counted
      const { windowMs } = limits[limit]
      const reading = await meter.take(bucket, { units, most, windowMs: windowMs ?? DAY_MS })
      if (reading.isExceeded) return exceeded(counted, { reading, kilobytes: units })
      taken.push({ bucket, units, resetAt: reading.resetAt })
    }
    return null
  }

  return {
    take(request, kilobytes) {
      const { caller, ip, routeOptions } = request
      if (caller?.kind === 'cron' || routeOptions.config.stores === 'nothing') return null
      const isMerchant = caller?.kind === 'developer' || caller?.kind === 'person'
      const merchant = isMerchant ? findMerchant(request) : null
      const takeAs = (isEstablished: boolean) => {
        const budgets =
          merchant && isEstablished
            ? listBudgets(ofEstablished, { merchant })
            : listBudgets(ofStrangers, { network: hashNetwork(ip) })
        const own = budgets.filter(({ owner }) => owner !== 'platform')
        return takeAll(request, storesLittle(request) ? own : budgets, Math.ceil(kilobytes))
      }
      const found = merchant !== null && established.has(merchant)
      return found instanceof Promise ? found.then(takeAs) : takeAs(found)
    },
    giveBack(request) {
      for (const { bucket, units, resetAt } of takenBy.get(request) ?? []) {
        meter.giveBack(bucket, { units, resetAt })
      }
      takenBy.delete(request)
    },
  }

  function listBudgets(names: readonly LimitName[], keys: LimitKeys): Counted[] {
    return names.flatMap((limit) => listCounted(ctx.config, { limit, keys }))
  }
}

/** Returns the kilobytes that a request counts for, by the length of its body. `order` may be a part of the body. */
export function kilobytesOf(request: FastifyRequest, order: unknown = request.body): number {
  const { headers, body, routeOptions, streamedBytes } = request
  const given = streamedBytes ?? Number(headers['content-length'] ?? Number.NaN)
  const bytes = Number.isFinite(given) ? given : sizeOf(body, routeOptions.bodyLimit)
  const { much, little } = kilobytesPerWrite
  const fixed = storesLittle(request) ? little : much + kilobytesOfLines(order)
  return Math.ceil(fixed + bytes / 1_024)
}

/** Payment pages report progress, transactions and signatures. None of them takes more than a row or two. */
function storesLittle({ caller, routeOptions }: FastifyRequest): boolean {
  const isPage = caller?.kind === 'portal' || caller?.kind === 'buyer'
  return isPage || routeOptions.config.stores === 'little'
}

function kilobytesOfLines(body: unknown): number {
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : []
  if (!Array.isArray(items)) return 0
  const { text, picture, mostPictures, mostLines } = perLine
  const lines = Math.min(items.length, mostLines)
  return lines * text + Math.min(lines * picture, mostPictures)
}

/** Returns the size of a body that was sent without its length. A stream counts as the most that the route accepts. */
function sizeOf(body: unknown, most: number): number {
  if (body === undefined || body === null) return 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (typeof body === 'object' && 'pipe' in body) return most
  return Buffer.byteLength(JSON.stringify(body))
}

function exceeded(
  { limit, owner, most }: Counted,
  { reading, kilobytes }: { reading: Reading; kilobytes: number },
): AppError {
  const { resetAt, resetInMs: retryAfterMs } = reading
  const tooLarge = `This request stores up to ${kilobytes} kilobytes, and the limit is ${most}. Send it in parts.`
  const message = kilobytes > most ? { message: tooLarge } : {}
  return limitReached(limit, { owner, most, resetAt, retryAfterMs, ...message })
}
