import type { Address, Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { ReceiptRef } from './payment.js'
import { anyPayment } from './read-model/in-flight-sql.js'

/** A transaction that a buyer says pays a receipt. It says where to look and proves nothing. */
export type AnnouncedTransaction = ReceiptRef & {
  hash: Hash
  createdAt: UnixMs
  /** How many lookups did not find it or failed. */
  tries: number
  /** Whether a checkout announced it. */
  isOfCheckout: boolean
  /** A keyed hash of the network address that announced it. */
  network: string | null
  /** Whether the service itself announced it. */
  isOwn: boolean
}

/** The outcome of looking it up on chain; `lost` when it was in no block for too long. */
export type AnnouncedState = 'open' | 'paying' | 'reverted' | 'unrelated' | 'lost'

/** The announced transactions that count against a limit. */
export type AnnouncedCount = {
  /** Whether the receipt already has this transaction. */
  isKnown: boolean
  /** Those of the receipt that paid it or may pay it. */
  ofReceipt: number
  /** The open ones of the receipt that came from this network address. */
  openOfReceipt: OpenCount
  openOfNetwork: OpenCount
}

export type OpenCount = { count: number; oldestAt: UnixMs | null }

/** SQL condition: it paid nothing. Anyone can announce such transactions. */
const isDone = `state in ('unrelated', 'lost', 'reverted')`
/** SQL condition: the service looks for it. It never gives up on its own transactions. */
const isSought = `(state = 'open' or state = 'lost' and is_own)`
const isOpenHere = `state = 'open' and network is not distinct from $4`

/** Counts the announced transactions of a receipt, and the open ones of a network address. */
export async function countAnnounced(
  db: Queryable,
  { merchant, receiptId, hash, network }: ReceiptRef & { hash: Hash; network: string | null },
): Promise<AnnouncedCount> {
  const { rows } = await db.query<{
    is_known: boolean
    of_receipt: string
    open_of_receipt: string
    receipt_since: string | null
    open_of_network: string
    network_since: string | null
  }>(
    `select of_receipt.*, of_network.* from (
       select coalesce(bool_or(tx_hash = $3), false) as is_known,
         count(*) filter (where not ${isDone}) as of_receipt,
         count(*) filter (where ${isOpenHere}) as open_of_receipt,
         min(created_at) filter (where ${isOpenHere}) as receipt_since
       from announced_transactions where merchant = $1 and receipt_id = $2
     ) as of_receipt, (
       select count(*) as open_of_network, min(created_at) as network_since
       from announced_transactions where network = $4
     ) as of_network`,
    [merchant, receiptId, hash, network],
  )
  const row = rows[0]
  const toOpen = (count: string | undefined, since: string | null | undefined): OpenCount => ({
    count: Number(count ?? 0),
    oldestAt: since == null ? null : toTime(since),
  })
  return {
    isKnown: row?.is_known ?? false,
    ofReceipt: Number(row?.of_receipt ?? 0),
    openOfReceipt: toOpen(row?.open_of_receipt, row?.receipt_since),
    openOfNetwork: toOpen(row?.open_of_network, row?.network_since),
  }
}

/** Returns whether a receipt has payments of a cent or more that may count, or one in flight. */
export async function hasPayment(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<boolean> {
  return (await db.query(anyPayment, [merchant, receiptId])).rows.length > 0
}

/** Returns whether a payment of a receipt by this transaction is recorded. */
export async function hasPaymentOf(
  db: Queryable,
  { merchant, receiptId, hash }: ReceiptRef & { hash: Hash },
): Promise<boolean> {
  const { rows } = await db.query(
    `select from payments
     where merchant = $1 and receipt_id = $2 and tx_hash = $3 and state <> 'orphaned' limit 1`,
    [merchant, receiptId, hash],
  )
  return rows.length > 0
}

/**
 * Deletes the announced transactions of a receipt that paid nothing, except the newest and those it
 * still looks for.
 */
export async function deleteDone(
  db: Queryable,
  { merchant, receiptId, maxKept }: ReceiptRef & { maxKept: number },
): Promise<void> {
  await db.query(
    `delete from announced_transactions where merchant = $1 and receipt_id = $2 and tx_hash in (
       select tx_hash from announced_transactions where merchant = $1 and receipt_id = $2 and ${isDone} and not ${isSought}
       order by created_at desc, tx_hash offset $3
     )`,
    [merchant, receiptId, maxKept],
  )
}

/** Records an announced transaction, due at once, unless it is known. */
export async function insertAnnounced(
  db: Queryable,
  {
    merchant,
    receiptId,
    hash,
    network,
    isOfCheckout,
    now,
  }: ReceiptRef & {
    hash: Hash
    network: string | null
    isOfCheckout: boolean
    now: UnixMs
  },
): Promise<void> {
  await db.query(
    `insert into announced_transactions
       (merchant, receipt_id, tx_hash, created_at, state, next_try_at, network, is_of_checkout, is_own)
     values ($1, $2, $3, $4, 'open', $4, $5, $6, $7)
     on conflict do nothing`,
    [merchant, receiptId, hash, now, network, isOfCheckout, network === null && !isOfCheckout],
  )
}

const announcedColumns = defineColumns<AnnouncedTransaction>({
  merchant: 'text',
  receiptId: 'text',
  hash: { kind: 'text', name: 'tx_hash' },
  createdAt: 'time',
  tries: 'int',
  isOfCheckout: 'boolean',
  network: 'text',
  isOwn: 'boolean',
})

/**
 * Lists announced transactions that are due, the one due longest first. Receipts take turns, and so
 * do network addresses, so that many announcements of one caller do not delay those of others.
 */
export async function listDue(
  db: Queryable,
  { now, limit }: { now: UnixMs; limit: number },
): Promise<AnnouncedTransaction[]> {
  return announcedColumns.list(
    db,
    `select ${announcedColumns.fields} from (
       select *, row_number() over (
           partition by merchant, receipt_id order by next_try_at, tx_hash
         ) as receipt_turn, row_number() over (
           partition by coalesce(network, tx_hash) order by next_try_at, tx_hash
         ) as network_turn
       from announced_transactions where ${isSought} and next_try_at <= $1
     ) as due
     order by receipt_turn, network_turn, next_try_at, tx_hash limit $2`,
    [now, limit],
  )
}

/** Saves a lookup that did not find the transaction, and the time of the next one. */
export async function postponeAnnounced(
  db: Queryable,
  {
    announced,
    nextTryAt,
    isLost = false,
  }: { announced: AnnouncedTransaction; nextTryAt: UnixMs; isLost?: boolean },
): Promise<void> {
  await db.query(
    `update announced_transactions set tries = $4, next_try_at = $5,
       state = case when $6 then 'lost' else state end
     where merchant = $1 and receipt_id = $2 and tx_hash = $3 and ${isSought}`,
    [
      announced.merchant,
      announced.receiptId,
      announced.hash,
      announced.tries + 1,
      nextTryAt,
      isLost,
    ],
  )
}

/** The facts of an announced transaction that is in a block. */
export type FoundAnnounced = {
  payer: Address
  /** The native token that it sent directly to the deposit address. */
  units: bigint
  blockNumber: bigint
  depositAddress: Address
}

/** Saves the outcome. Returns false when another process saved one first. */
export async function resolveAnnounced(
  db: Queryable,
  {
    announced,
    state,
    outcome,
  }: {
    announced: AnnouncedTransaction
    state: AnnouncedState
    outcome: FoundAnnounced | null
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update announced_transactions set state = $4, network = null, payer = $5, units = $6, block_number = $7,
       deposit_address = $8
     where merchant = $1 and receipt_id = $2 and tx_hash = $3 and ${isSought}`,
    [
      announced.merchant,
      announced.receiptId,
      announced.hash,
      state,
      outcome?.payer ?? null,
      outcome?.units ?? 0n,
      outcome?.blockNumber ?? null,
      outcome?.depositAddress ?? null,
    ],
  )
  return rowCount === 1
}

/**
 * Records that a transaction paid nothing that counts: it sent no native token, and its tokens are
 * in no payment. Very small payments may be dropped.
 */
export async function dismissUnrecorded(
  db: Queryable,
  { merchant, receiptId, hash }: AnnouncedTransaction,
): Promise<void> {
  await db.query(
    `update announced_transactions as h set state = 'unrelated'
     where merchant = $1 and receipt_id = $2 and tx_hash = $3 and state = 'paying' and units = 0
       and not exists (
         select from payments p where p.merchant = $1 and p.receipt_id = $2
           and (p.tx_hash = h.tx_hash or p.kind = 'flush' and p.block_number >= h.block_number)
       )`,
    [merchant, receiptId, hash],
  )
}

const reopened = `state = 'open', payer = null, units = null, block_number = null,
  deposit_address = null, tries = 0, next_try_at = $3`

/**
 * Reopens announced transactions that were found after a block, and returns their receipts. Also
 * reopens those that an orphaned `flush` payment may have contained.
 */
export async function reopenAnnounced(
  db: Queryable,
  { chainId, after, now }: { chainId: number; after: bigint; now: UnixMs },
): Promise<ReceiptRef[]> {
  const { rows } = await db.query<{ merchant: Address; receipt_id: string }>(
    `update announced_transactions as announced set ${reopened} from deposits
     where announced.block_number > $2 and deposits.chain_id = $1
       and deposits.address = announced.deposit_address
     returning announced.merchant, announced.receipt_id`,
    [chainId, after, now],
  )
  await db.query(
    `update announced_transactions as announced set ${reopened} from payments as flush
     where flush.chain_id = $1 and flush.block_number > $2 and flush.kind = 'flush'
       and flush.state = 'orphaned' and announced.merchant = flush.merchant
       and announced.receipt_id = flush.receipt_id and announced.state = 'paying'
       and announced.deposit_address = flush.deposit_address and announced.units = 0`,
    [chainId, after, now],
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}
