/** Records and bytes that wait, or may wait, in the journal. */
export type Amount = { records: number; bytes: number }

/** Why the journal refuses a value. The key is that of the alert. */
export type Refusal = { key: 'full' | 'share'; message: string }

/** The part of the journal that values of anonymous callers may fill, so that they cannot stop callers with a key. */
const anonymousShare = 0.5

/**
 * Returns why the journal takes no other value of a merchant, or null. A merchant may have as much as is free: one can fill half of the
 * journal, two a third each. So no number of busy merchants leaves none for the next.
 */
export function findRefusal(input: {
  most: Amount
  total: Amount
  /** Of the merchant. */
  own: Amount
  isAnonymous: boolean
}): Refusal | null {
  const { most, total, own, isAnonymous } = input
  const share = isAnonymous ? anonymousShare : 1
  const free = {
    records: most.records * share - total.records,
    bytes: most.bytes * share - total.bytes,
  }
  if (free.records <= 0 || free.bytes <= 0) {
    const message = isAnonymous
      ? 'the journal has no room for orders without a key'
      : 'the journal is full'
    return { key: 'full', message }
  }
  if (own.records < free.records && own.bytes < free.bytes) return null
  return { key: 'share', message: 'a merchant has filled its part of the journal' }
}
