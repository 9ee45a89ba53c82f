import { AppError, type ErrorCode } from '../../../lib/errors.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { Acceptance } from '../outage/accept-receipt.js'
import type { Insertion } from './insert-receipts-store.js'

type SaleInput<Facts, Sale> = {
  recall: () => Facts | null
  read: () => Promise<Facts>
  price: (facts: Facts) => Sale
  insert: (sale: Sale) => Promise<Insertion>
  /** Accepts the sale while the database is unavailable. Null if it must not be accepted. */
  accept: ((sale: Sale) => Promise<Acceptance>) | null
}

type Sold<Sale> = { sale: Sale; insertion: Exclude<Insertion, { kind: 'stale' }> | Acceptance }

/** An attempt fails when a fact changes before the insert. */
const maxAttempts = 5

/**
 * Prices a sale and inserts its receipt. The first attempt uses the facts that this process
 * remembers, which may be stale: the insert compares their versions, and a refusal is repeated with
 * fresh facts. `price` must have no effects. While the database is unavailable, the sale is
 * accepted at the remembered facts.
 *
 * @throws {AppError} everything that `price` throws, and `conflict` when the facts keep changing.
 */
export async function sell<Facts, Sale>(input: SaleInput<Facts, Sale>): Promise<Sold<Sale>> {
  let sale = recallSale(input)
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      sale = (attempt === 1 ? sale : null) ?? input.price(await input.read())
      const insertion = await input.insert(sale)
      if (insertion.kind !== 'stale') return { sale, insertion }
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || !input.accept) throw error
    // After an insert with an unknown outcome this is the same sale.
    sale ??= priceKnown(input, error)
    return { sale, insertion: await input.accept(sale) }
  }
  throw new AppError('conflict', 'Prices are changing right now. Try again in a moment.')
}

/** Returns the sale at remembered facts. Null when some are unknown, or the sale is refused. */
function recallSale<Facts, Sale>(
  input: Pick<SaleInput<Facts, Sale>, 'recall' | 'price'>,
): Sale | null {
  const facts = input.recall()
  if (facts === null) return null
  try {
    return input.price(facts)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Reasons that the database may have removed since the facts were read. */
const maybeOutdated: readonly ErrorCode[] = ['inventory_item_not_found', 'split_required']

/** Returns the sale at remembered facts, or throws why there is none. */
function priceKnown<Facts, Sale>(
  { recall, price }: Pick<SaleInput<Facts, Sale>, 'recall' | 'price'>,
  unavailable: StoreUnavailable,
): Sale {
  const facts = recall()
  if (facts === null) throw unavailable
  try {
    return price(facts)
  } catch (error) {
    const isOutdated = error instanceof AppError && maybeOutdated.includes(error.code)
    throw isOutdated ? unavailable : error
  }
}
