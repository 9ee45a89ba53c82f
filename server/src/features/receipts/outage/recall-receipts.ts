import type { Address } from '../../../lib/hex.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { degradedFields } from '../../../platform/degraded/degraded.js'
import { orRecall } from '../../../platform/degraded/recall-from.js'
import { type LimitConfig, maxOfRequest } from '../../../platform/limits/max-of.js'
import type { MemorySlot } from '../../../platform/memory.js'
import { rememberedDb } from '../../../platform/snapshot/statements.js'
import { readSaleFacts } from '../create/gather-sale-facts.js'
import { firstEvent } from '../create/new-receipt.js'
import type { NewReceipt } from '../create/receipt-rows.js'
import type { FullReceipt, WholeReceipt } from '../read/describe-receipt.js'
import { getFullReceipt, noSuchReceipt } from '../read/get-receipt.js'
import { listReceipts, type ReceiptList } from '../read/list-receipts.js'
import { isOwnSale, type OwnSales } from '../read/own-sales.js'
import { listWholeReceipts, type PageFilter } from '../read/page-store.js'
import { readReceiptQuery, writeCursor } from '../read/read-receipt-query.js'
import { isMatching } from '../read/search/is-matching.js'
import type { Receipt } from '../receipt.js'
import type { ReceiptRef } from '../wanted-sql.js'
import { findJournaled, listJournaled } from './journaled-receipts.js'

/** Older receipts are not known during an outage. */
export const maxRecalled = 200
/** A constant, because the snapshot finds only what was read with the same parameters. */
const maxRecalledBytes = 1_048_576

type RecallContext = Pick<Context, 'snapshot' | 'journal'>

/** The merchants of receipts with some id. */
const issuers: MemorySlot<{ merchants: readonly Address[] }> = {
  name: 'issuers',
  sizeOf: ({ merchants }) => 200 * merchants.length,
}

/** Reads a merchant's newest receipts and the facts of its sales, for outages. */
export async function rememberReceipts(ctx: TxContext, merchant: Address): Promise<void> {
  await readSaleFacts(ctx, merchant)
  for (const { receipt } of await listNewest(ctx, merchant)) {
    const merchants = ctx.memory.find(issuers, receipt.id)?.merchants ?? []
    if (merchants.includes(merchant)) continue
    ctx.memory.set(issuers, receipt.id, { merchants: [...merchants, merchant] })
  }
}

/** Lists the merchants in memory that issued a receipt with this id. */
export function listKnownIssuers(ctx: Pick<Context, 'memory'>, id: string): readonly Address[] {
  return ctx.memory.find(issuers, id)?.merchants ?? []
}

/**
 * Returns a page of a merchant's receipts, like `listReceipts`. Receipts that wait in the journal
 * are included. While the database is unavailable, the others come from the snapshot.
 */
export async function listKnownReceipts(
  ctx: RecallContext & Pick<Context, 'db' | 'config'>,
  selection: { merchant: Address; filter: PageFilter },
): Promise<ReceiptList & Partial<typeof degradedFields>> {
  // They depend on payments, stock and customers, which neither the journal nor the snapshot knows.
  const { flag, time, customerId } = selection.filter
  if (flag !== null || customerId !== null || time !== 'created')
    return listReceipts(ctx, selection)
  const waiting = listWaiting(ctx, selection.merchant)
  if (waiting.length === 0) {
    return orRecall(
      () => listReceipts(ctx, selection),
      async () => pageOf(ctx, await recallNewest(ctx, selection.merchant), selection),
    )
  }
  const { receipts, nextCursor, thumbsOmitted } = await orRecall<ReceiptList>(
    () => listReceipts(ctx, selection),
    async () => pageOfAll(await recallNewest(ctx, selection.merchant)),
  )
  const page = pageOf(ctx, join(waiting, receipts), selection)
  return { ...page, nextCursor: page.nextCursor ?? nextCursor, thumbsOmitted, ...degradedFields }
}

/**
 * Returns a receipt, like `getFullReceipt`. While the database is unavailable, or the receipt waits
 * in the journal, it is the one that this process knows.
 *
 * @throws {AppError} `not_found`, even for a receipt of another merchant, or of a seller other than
 *   `own`.
 */
export async function getKnownReceipt(
  ctx: RecallContext & Pick<Context, 'batches'>,
  { own = null, ...which }: ReceiptRef & { own?: OwnSales | null },
): Promise<FullReceipt & Partial<typeof degradedFields>> {
  const waiting = findWaiting(ctx, which)
  if (waiting && isOwnSale(waiting.receipt, own)) return { ...waiting, ...degradedFields }
  return orRecall(
    async () => requireOwn(await getFullReceipt(ctx, which), own),
    async () => orNullUnless(await recallReceipt(ctx, which), own),
  )
}

/** Refuses the receipt of another seller as if it did not exist. */
export function requireOwn<Found extends { receipt: Pick<Receipt, 'soldBy' | 'registerId'> }>(
  found: Found,
  own: OwnSales | null,
): Found {
  if (isOwnSale(found.receipt, own)) return found
  throw noSuchReceipt()
}

/** Returns null for the receipt of another seller, as for an unknown one. */
export function orNullUnless<Found extends { receipt: Pick<Receipt, 'soldBy' | 'registerId'> }>(
  found: Found | null,
  own: OwnSales | null,
): Found | null {
  return found && isOwnSale(found.receipt, own) ? found : null
}

/** Returns a receipt that is known without the database, or null. It may exist all the same. */
export async function recallReceipt(
  ctx: RecallContext,
  ref: ReceiptRef,
): Promise<WholeReceipt | null> {
  return findWaiting(ctx, ref) ?? recallStored(ctx, ref)
}

/** Returns a receipt that was in the database before the outage, or null. */
async function recallStored(
  ctx: Pick<Context, 'snapshot'>,
  ref: ReceiptRef,
): Promise<WholeReceipt | null> {
  const receipts = await recallNewest(ctx, ref.merchant)
  return receipts.find(({ receipt }) => receipt.id === ref.id) ?? null
}

/** Throws for a merchant that the snapshot lacks, because an empty list would mislead. */
function recallNewest(
  { snapshot }: Pick<Context, 'snapshot'>,
  merchant: Address,
): Promise<WholeReceipt[]> {
  return snapshot.derive(merchant, 'receipts', () =>
    listNewest({ db: rememberedDb(snapshot, merchant) }, merchant),
  )
}

/** Returns the newest first. A receipt that was replayed in the meantime is in both. */
function join(waiting: readonly FullReceipt[], others: readonly FullReceipt[]): FullReceipt[] {
  const ids = new Set(others.map(({ receipt }) => receipt.id))
  return [...waiting.filter(({ receipt }) => !ids.has(receipt.id)), ...others].sort(
    ({ receipt: a }, { receipt: b }) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1),
  )
}

function pageOf(
  { config }: { config: Pick<LimitConfig, 'limits'> },
  all: readonly FullReceipt[],
  { filter }: { filter: PageFilter },
): ReceiptList {
  const matching = all.filter((receipt) => isListed(receipt, filter))
  const receipts = cutPage(matching.slice(0, filter.limit), maxOfRequest(config, 'page-bytes'))
  const last = receipts.at(-1)?.receipt
  const nextCursor = last && matching.length > receipts.length ? writeCursor(last) : null
  return { ...pageOfAll(receipts), nextCursor }
}

/** Ends a page with the receipt that reaches the size of a page, like a page of the database. */
function cutPage(receipts: readonly FullReceipt[], maxBytes: number): FullReceipt[] {
  let bytes = 0
  const end = receipts.findIndex(({ receipt }) => {
    bytes += Buffer.byteLength(JSON.stringify(receipt, plainValue))
    return bytes >= maxBytes
  })
  return end === -1 ? [...receipts] : receipts.slice(0, end + 1)
}

/** Leaves out thumbnails, which a page that is too large does without. */
function plainValue(name: string, value: unknown): unknown {
  if (name === 'thumb') return undefined
  return typeof value === 'bigint' ? String(value) : value
}

function pageOfAll(receipts: FullReceipt[]): ReceiptList {
  return { receipts, nextCursor: null, thumbsOmitted: false }
}

function listWaiting(ctx: RecallContext, merchant: Address): WholeReceipt[] {
  return listJournaled(ctx, merchant).slice(-maxRecalled).map(toWholeReceipt)
}

function findWaiting(ctx: RecallContext, ref: ReceiptRef): WholeReceipt | null {
  const journaled = findJournaled(ctx, ref)
  return journaled && toWholeReceipt(journaled)
}

function toWholeReceipt({ receipt, by }: NewReceipt): WholeReceipt {
  return { receipt, history: { events: [firstEvent(receipt, by)], refunds: [] } }
}

async function listNewest(
  { db }: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<WholeReceipt[]> {
  const filter = readReceiptQuery({ limit: String(maxRecalled), archived: 'all' })
  return listWholeReceipts(db, { merchant, filter, maxBytes: maxRecalledBytes })
}

function isListed(receipt: FullReceipt, filter: PageFilter): boolean {
  const { createdAt, id } = receipt.receipt
  const { after } = filter
  if (createdAt > after.createdAt || (createdAt === after.createdAt && id >= after.id)) return false
  return isMatching(receipt, filter)
}

/** Returns a receipt that this process knows without the database, or null. */
export function findKnownReceipt(
  ctx: Pick<Context, 'journal' | 'snapshot'>,
  ref: ReceiptRef,
): Promise<Receipt | null> {
  return orNull(recallReceipt(ctx, ref))
}

/** Returns a receipt of the snapshot, or null if it does not have it. */
export function findStoredReceipt(
  ctx: Pick<Context, 'snapshot'>,
  ref: ReceiptRef,
): Promise<Receipt | null> {
  return orNull(recallStored(ctx, ref))
}

async function orNull(recall: ReturnType<typeof recallReceipt>): Promise<Receipt | null> {
  try {
    return (await recall)?.receipt ?? null
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}
