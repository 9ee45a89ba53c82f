import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { createStreamLimit } from '../../platform/http/event-streams.js'
import type { Limit } from '../../platform/limits/limit.js'
import { maxOf } from '../../platform/limits/max-of.js'

/** A slot for one open stream. */
type StreamSlot = {
  /** Sets how to end the stream when another merchant needs its slot. */
  onReclaimed(end: () => void): void
  /** Frees the slot. Later calls have no effect. */
  release(): void
}

type SlotOwner = { merchant: Address; network: string; isEstablished: boolean }

type StreamSlots = {
  /**
   * Takes a slot, or returns null when none is free. An established merchant can always get its
   * first one.
   *
   * @throws {AppError} `rate_limited`.
   */
  take(owner: SlotOwner): StreamSlot | null
  /** Returns how many slots are taken. */
  taken(): number
}

export type StreamSlotOptions = {
  /** Replaces single figures of `event-streams`. */
  max?: Limit['max']
  /** Replaces single figures of `new-merchant-streams`. */
  maxOfNew?: Limit['max']
}

type OpenSlot = StreamSlot & { merchant: Address; isEstablished: boolean; end: (() => void) | null }

/**
 * Creates the slots of one process. A wallet costs nothing, so new merchants share a part of the
 * slots, and each network address a part of that.
 */
export function createStreamSlots(
  ctx: Pick<Context, 'now' | 'config'>,
  { max, maxOfNew }: StreamSlotOptions = {},
): StreamSlots {
  const ofAll = createStreamLimit(ctx, 'event-streams', max)
  const ofNew = createStreamLimit(ctx, 'new-merchant-streams', maxOfNew)
  const maxSlots = () => max?.platform ?? maxOf(ctx.config, 'event-streams', 'platform') ?? 0
  const maxNewSlots = () =>
    maxOfNew?.platform ?? maxOf(ctx.config, 'new-merchant-streams', 'platform') ?? 0
  const slots = new Set<OpenSlot>()

  /** Counts the stream for each owner. Returns a function that ends the count. */
  function takeCounts({ merchant, network, isEstablished }: SlotOwner) {
    if (!isEstablished) {
      const freeNew = ofNew.take({ network })
      try {
        const free = ofAll.take({ merchant, network })
        return () => [free(), freeNew()]
      } catch (error) {
        freeNew()
        throw error
      }
    }
    const isFirst = !Array.from(slots).some((slot) => slot.merchant === merchant)
    return ofAll.take(isFirst ? { merchant } : { merchant, network })
  }

  /** Returns whether a slot is free. An established merchant's first stream reclaims one. */
  function hasFreeSlot({ merchant, isEstablished }: SlotOwner): boolean {
    if (!isEstablished && ofNew.taken() >= maxNewSlots()) return false
    if (ofAll.taken() < maxSlots()) return true
    const slot = isEstablished ? findSpare(slots, merchant) : null
    slot?.end?.()
    slot?.release()
    return slot !== null
  }

  return {
    take(owner) {
      if (!hasFreeSlot(owner)) return null
      const freeCounts = takeCounts(owner)
      const { merchant, isEstablished } = owner
      const slot: OpenSlot = {
        merchant,
        isEstablished,
        end: null,
        onReclaimed(end) {
          slot.end = end
        },
        release() {
          if (slots.delete(slot)) freeCounts()
        },
      }
      slots.add(slot)
      return slot
    },
    taken: ofAll.taken,
  }
}

/**
 * Returns the slot to reclaim for a merchant that has none, or null. It is the newest slot of the
 * merchant with the most. The only slot of an established merchant is never reclaimed.
 */
function findSpare(slots: ReadonlySet<OpenSlot>, merchant: Address): OpenSlot | null {
  const counts = new Map<Address, number>()
  for (const slot of slots) counts.set(slot.merchant, (counts.get(slot.merchant) ?? 0) + 1)
  if (counts.has(merchant)) return null

  const countOf = (slot: OpenSlot) => counts.get(slot.merchant) ?? 0
  let spare: OpenSlot | null = null
  for (const slot of slots) {
    const canEnd = slot.end !== null && (countOf(slot) > 1 || !slot.isEstablished)
    if (canEnd && countOf(slot) >= (spare ? countOf(spare) : 0)) spare = slot
  }
  return spare
}
