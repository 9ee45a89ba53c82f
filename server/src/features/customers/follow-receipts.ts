import type { Address } from '../../lib/hex.js'
import { foldBeginning, listWordSuffixes } from '../../lib/search/word-suffixes.js'
import { MINUTE_MS } from '../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { type CustomerFigures, emailOf } from './customer.js'
import { findChangedMerchant, lockCustomers, takeChanges } from './customer-change-store.js'
import { deleteCustomers, replaceWords, writeFigures } from './customer-store.js'
import { computeFigures } from './read-model/figures-store.js'

const batchSize = 500

/** Brings customers in line with their receipts, seconds after each change. */
export const followReceipts: Job = {
  name: 'follow-customers',
  everyMs: MINUTE_MS,
  runsOn: ['customer-changes'],
  run: async (ctx, signal) => ({ followed: await followAll(ctx, signal) }),
}

/** Follows the changes of all merchants, the oldest first. Returns their number. */
async function followAll(ctx: Context, signal: AbortSignal): Promise<number> {
  let followed = 0
  for (;;) {
    const merchant = signal.aborted ? null : await findChangedMerchant(ctx.db)
    if (merchant === null) return followed
    followed += await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => inTransaction(ctx, (inTx) => followChanges(inTx, { merchant, limit })),
    })
  }
}

/** Follows changes of the receipts of a merchant, and returns their number. */
export async function followChanges(
  { db, newId }: Pick<TxContext, 'db' | 'newId'>,
  { merchant, limit = Number.MAX_SAFE_INTEGER }: { merchant: Address; limit?: number },
): Promise<number> {
  // First, so that the figures are read after everything that another process wrote.
  await lockCustomers(db, merchant)
  const changed = await takeChanges(db, { merchant, limit })
  if (changed.length === 0) return 0
  const keys = Array.from(new Set(changed)).sort()
  const figures = await computeFigures(db, { merchant, keys })
  const isLeft = new Set(figures.map(({ key }) => key))
  await deleteCustomers(db, { merchant, keys: keys.filter((key) => !isLeft.has(key)) })
  const rows = figures.map((customer) => ({
    ...customer,
    merchant,
    id: newId('cus'),
    nameKey: (customer.name ?? customer.key).toLowerCase(),
  }))
  const ids = await writeFigures(db, rows)
  const words = rows.flatMap((customer) => {
    const id = ids.get(customer.key)
    return id === undefined ? [] : listWords(customer).map((word) => ({ word, customerId: id }))
  })
  await replaceWords(db, { merchant, customerIds: Array.from(ids.values()), words })
  return changed.length
}

/** Returns the texts by whose beginnings a customer is found. */
function listWords(customer: CustomerFigures): string[] {
  const { name, wallet, key } = customer
  // The last part of an e-mail address alone, such as com, would find nearly everyone.
  const email = emailOf(customer) === null ? [] : listWordSuffixes(key).slice(0, -1)
  return Array.from(
    new Set([
      ...email,
      ...listWordSuffixes(name ?? ''),
      ...(wallet ? [wallet] : []),
      foldBeginning(key),
    ]),
  )
}
