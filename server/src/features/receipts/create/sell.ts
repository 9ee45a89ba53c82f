import { AppError } from '../../../lib/errors.js'
import type { Insertion } from './insert-receipts-store.js'

/** An attempt fails when a fact changes before the insert. */
const maxAttempts = 5

/**
 * Prices a sale and inserts its receipt. The first attempt uses the facts that this process remembers, which may be
 * stale: the insert compares their versions, and a refusal is repeated with fresh facts. `price` must
 * have no effects.
 *
 * @throws {AppError} everything that `price` throws, and `conflict` when the facts keep changing.
 */
export async function sell<Facts, Sale>(input: {
  recall: () => Facts | null
  read: () => Promise<Facts>
  price: (facts: Facts) => Sale
  insert: (sale: Sale) => Promise<Insertion>
}): Promise<{ sale: Sale; insertion: Exclude<Insertion, { kind: 'stale' }> }> {
  const remembered = recallSale(input)
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const isFirst = attempt === 1
    const sale = (isFirst ? remembered : null) ?? input.price(await input.read())
    const insertion = await input.insert(sale)
    if (insertion.kind !== 'stale') return { sale, insertion }
  }
  throw new AppError('conflict', 'Prices are changing right now. Try again in a moment.')
}

/** Returns the sale at remembered facts. Null when some are unknown, or the sale is refused. */
function recallSale<Facts, Sale>(input: {
  recall: () => Facts | null
  price: (facts: Facts) => Sale
}): Sale | null {
  const facts = input.recall()
  if (facts === null) return null
  try {
    return input.price(facts)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
