import type { FastifyRequest } from 'fastify'
import type { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { limits } from '../../platform/limits/limits.js'
import { findMerchant } from '../caller.js'
import { createEstablished } from '../merchants/established.js'
import type { NetworkHash } from '../network-hash.js'
import { type Counted, listCounted } from './list-counted.js'
import { createMeter, type Reading } from './meter.js'

declare module 'fastify' {
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
}

const storageLimits = ['stored-kilobytes', 'stored-kilobytes-daily'] as const

/** Rows, their indexes, the audit log, and events that repeat metadata take more than a small body. */
const kilobytesPerWrite = 16
/** A line of an order repeats the name and the picture of its item. The pictures of an order have a limit. */
const perLine = { text: 0.5, picture: 16, mostPictures: 64 }

/**
 * Creates the budget of stored bytes per network address and for the platform. Programs and staff of established
 * merchants have none: their calls are limited, and they have something to lose. Buyers and strangers always have one.
 */
export function createStorageBudget(
  ctx: Pick<Context, 'config' | 'db'>,
  hashNetwork: NetworkHash,
): StorageBudget {
  const meter = createMeter(ctx)
  const established = createEstablished(ctx)

  async function takeAll(network: string, kilobytes: number): Promise<AppError | null> {
    for (const limit of storageLimits) {
      const { windowMs } = limits[limit]
      for (const counted of listCounted(ctx.config, { limit, keys: { network } })) {
        const { bucket, most } = counted
        const reading = await meter.take(bucket, { units: kilobytes, most, windowMs })
        if (reading.isExceeded) return exceeded(counted, { reading, kilobytes })
      }
    }
    return null
  }

  return {
    take(request, kilobytes) {
      const { caller, ip } = request
      if (caller?.kind === 'cron') return null
      const takeUnits = () => takeAll(hashNetwork(ip), Math.ceil(kilobytes))
      const isMerchant = caller?.kind === 'developer' || caller?.kind === 'person'
      const merchant = isMerchant ? findMerchant(request) : null
      const found = merchant !== null && established.has(merchant)
      if (found instanceof Promise) {
        return found.then((isEstablished) => (isEstablished ? null : takeUnits()))
      }
      return found === true ? null : takeUnits()
    },
  }
}

/** Returns the kilobytes that a request counts for, by the length of its body. */
export function kilobytesOf(request: FastifyRequest): number {
  const { headers, body, routeOptions, streamedBytes } = request
  const given = streamedBytes ?? Number(headers['content-length'] ?? Number.NaN)
  const bytes = Number.isFinite(given) ? given : sizeOf(body, routeOptions.bodyLimit)
  return Math.ceil(kilobytesPerWrite + bytes / 1_024 + kilobytesOfLines(body))
}

function kilobytesOfLines(body: unknown): number {
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : []
  if (!Array.isArray(items)) return 0
  const { text, picture, mostPictures } = perLine
  return items.length * text + Math.min(items.length * picture, mostPictures)
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
