import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { createStreamLimit } from '../../platform/http/stream-limit.js'
import { type Limit, limits } from '../../platform/limits/limits.js'

/** A place for one open stream. */
type StreamPlace = {
  /** Sets how the stream ends when its place is needed for another merchant. */
  onTaken(end: () => void): void
  /** Frees the place. Later calls have no effect. */
  release(): void
}

export type StreamPlaces = {
  /**
   * Takes a place, or returns null when none is free. A merchant with sales can always get its first one.
   *
   * @throws {AppError} `rate_limited`.
   */
  take(owner: { merchant: Address; network: string; isEstablished: boolean }): StreamPlace | null
  /** Returns how many places are taken. */
  taken(): number
}

export type PlaceOptions = {
  /** Replaces single figures of `event-streams`. */
  most?: Limit['most']
  /** Replaces single figures of `new-merchant-streams`. */
  mostOfNew?: Limit['most']
}

type Taken = StreamPlace & { merchant: Address; isEstablished: boolean; end: (() => void) | null }

/**
 * Creates the places of one process. A wallet costs nothing, so merchants without a sale share a part of the places,
 * and each network address a part of that.
 */
export function createStreamPlaces(
  ctx: Pick<Context, 'now' | 'config'>,
  { most, mostOfNew }: PlaceOptions = {},
): StreamPlaces {
  const ofAll = createStreamLimit(ctx, 'event-streams', most)
  const ofNew = createStreamLimit(ctx, 'new-merchant-streams', mostOfNew)
  const maxOfAll = most?.platform ?? limits['event-streams'].most.platform
  const maxOfNew = mostOfNew?.platform ?? limits['new-merchant-streams'].most.platform
  const places = new Set<Taken>()

  /** Counts the stream of each owner. Returns a function that ends the count. */
  function acquire({ merchant, network, isEstablished }: Parameters<StreamPlaces['take']>[0]) {
    if (!isEstablished) {
      const releaseNew = ofNew.acquire({ network })
      try {
        const release = ofAll.acquire({ merchant, network })
        return () => [release(), releaseNew()]
      } catch (error) {
        releaseNew()
        throw error
      }
    }
    const isFirst = !Array.from(places).some((place) => place.merchant === merchant)
    return ofAll.acquire(isFirst ? { merchant } : { merchant, network })
  }

  function hasRoom({ merchant, isEstablished }: { merchant: Address; isEstablished: boolean }) {
    if (!isEstablished && ofNew.open() >= maxOfNew) return false
    if (ofAll.open() < maxOfAll) return true
    const place = isEstablished ? findSpare(places, merchant) : null
    place?.end?.()
    place?.release()
    return place !== null
  }

  return {
    take(owner) {
      if (!hasRoom(owner)) return null
      const endCount = acquire(owner)
      const { merchant, isEstablished } = owner
      const place: Taken = {
        merchant,
        isEstablished,
        end: null,
        onTaken(end) {
          place.end = end
        },
        release() {
          if (places.delete(place)) endCount()
        },
      }
      places.add(place)
      return place
    },
    taken: ofAll.open,
  }
}

/**
 * Returns the place that a merchant without any gets when all are taken, or null: the newest one of the merchant with
 * the most. The only place of a merchant with sales is never given away.
 */
function findSpare(places: ReadonlySet<Taken>, merchant: Address): Taken | null {
  const counts = new Map<Address, number>()
  for (const place of places) counts.set(place.merchant, (counts.get(place.merchant) ?? 0) + 1)
  if (counts.has(merchant)) return null

  const countOf = (place: Taken) => counts.get(place.merchant) ?? 0
  let spare: Taken | null = null
  for (const place of places) {
    const canEnd = place.end !== null && (countOf(place) > 1 || !place.isEstablished)
    if (canEnd && countOf(place) >= (spare ? countOf(spare) : 0)) spare = place
  }
  return spare
}
