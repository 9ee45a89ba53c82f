/** Records and bytes that wait, or may wait, in the journal. */
export type Amount = { records: number; bytes: number }

/** Why the journal refuses a value. The key is that of the alert. */
export type Refusal = { key: 'full' | 'share'; message: string }

/** The part of the journal for anonymous callers, who must not stop callers with a key. */
const anonymousShare = 0.5
/** The part of the journal that one merchant may fill, so that it cannot stop the others. */
const merchantShare = 0.25

/**
 * Returns why the journal takes no other value of a merchant, or null. A merchant may have a
 * quarter of the journal, and no more than is free, so no number of busy merchants leaves none for
 * the next.
 */
export function findRefusal(input: {
  max: Amount
  total: Amount
  /** Of all anonymous callers. */
  anonymous: Amount
  /** Of the merchant. */
  ofMerchant: Amount
  isAnonymous: boolean
}): Refusal | null {
  const { max, total, anonymous, ofMerchant, isAnonymous } = input
  const free = less(max, total)
  if (!isPositive(free)) return { key: 'full', message: 'the journal is full' }
  const room = less(partOf(max, anonymousShare), anonymous)
  if (isAnonymous && !isPositive(room)) {
    return { key: 'full', message: 'the journal has no room for orders without a key' }
  }
  const isWithin =
    isPositive(less(partOf(max, merchantShare), ofMerchant)) && isPositive(less(free, ofMerchant))
  const fits = isWithin && (!isAnonymous || isPositive(less(room, ofMerchant)))
  if (fits) return null
  return { key: 'share', message: 'a merchant has filled its part of the journal' }
}

function less(a: Amount, b: Amount): Amount {
  return { records: a.records - b.records, bytes: a.bytes - b.bytes }
}

function partOf({ records, bytes }: Amount, share: number): Amount {
  return { records: records * share, bytes: bytes * share }
}

function isPositive({ records, bytes }: Amount): boolean {
  return records > 0 && bytes > 0
}
