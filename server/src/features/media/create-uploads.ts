import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { createEstablished } from '../../auth/merchants/established.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { networkKeyOf } from '../../platform/limits/network-address.js'
import { createSlots } from '../../platform/limits/slots.js'
import { storePicture } from './store-picture.js'

export type Uploads = {
  /**
   * Takes the slots of a caller before the body is read, because it waits in memory. New merchants
   * share a part of them. Returns a function that frees them.
   *
   * @throws {AppError} `rate_limited`.
   */
  takeSlots(request: Pick<FastifyRequest, 'caller' | 'ip'>): Promise<() => void>
  /**
   * Takes the slot of a merchant, which the request names. Returns a function that frees it.
   *
   * @throws {AppError} `rate_limited`.
   */
  takeSlotOf(merchant: Address): () => void
  /**
   * Stores a file, and counts it against the storage of the caller.
   *
   * @throws {AppError} `rate_limited`.
   */
  store(request: FastifyRequest, file: Buffer): ReturnType<typeof storePicture>
}

const retryAfterMs = 5_000
/** Enough to find an established merchant of a person, and few enough to look up. */
const maxMemberships = 5

/** Creates the uploads of one process, which are limited in number and size. */
export function createUploads(ctx: Context, { storage }: Pick<Access, 'storage'>): Uploads {
  const slots = createSlots(ctx, { limit: 'uploads', retryAfterMs })
  const newSlots = createSlots(ctx, { limit: 'new-merchant-uploads', retryAfterMs })
  const established = createEstablished(ctx)

  /** The body decides for which of their merchants a person acts, so all of them count. */
  async function isEstablished(caller: FastifyRequest['caller']): Promise<boolean> {
    for (const merchant of listMerchants(caller)) if (await established.has(merchant)) return true
    return false
  }

  return {
    async takeSlots({ caller, ip }) {
      const keys = { network: networkKeyOf(ip), platform: '' }
      const freeNew = (await isEstablished(caller)) ? () => {} : newSlots.take(keys)
      try {
        const free = slots.take(keys)
        return () => {
          free()
          freeNew()
        }
      } catch (error) {
        freeNew()
        throw error
      }
    },
    takeSlotOf: (merchant) => slots.take({ merchant }),
    async store(request, file) {
      const exceeded = await storage.take(request, kilobytesOf(file))
      if (exceeded) throw exceeded
      return storePicture(ctx, file)
    },
  }
}

function listMerchants(caller: FastifyRequest['caller']): readonly Address[] {
  if (caller?.kind === 'developer') return [caller.wallet]
  if (caller?.kind !== 'person') return []
  return caller.memberships.slice(0, maxMemberships).map(({ merchant }) => merchant)
}

/** Returns the kilobytes that an upload counts for, which rarely exceed those of all its sizes. */
function kilobytesOf({ length }: Buffer): number {
  return Math.min(256, 16 + length / 1_024)
}
