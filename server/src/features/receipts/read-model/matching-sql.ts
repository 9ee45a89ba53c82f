import { creditOf } from '../../ledger/credit-sql.js'
import type { ReceiptFilter, ReceiptFlag } from '../read/search/receipt-filter.js'

/** Adds a parameter to a statement and returns its name. */
type Bind = (value: unknown) => string

/** Where a list begins: the newest receipt before this one. */
type Position = { from: string; createdAt: string; id: string }

/** Less than a cent is rounding. */
const hasCredit = `${creditOf('r')} >= 10000`
const unsettled = `r.status in (
  'generated', 'link_opened', 'buyer_logged_in', 'checkout_initialized', 'pending', 'checkout_success', 'failed'
)`

/** SQL conditions on a receipt `r`. */
const flagConditions: Readonly<Record<ReceiptFlag, string>> = {
  oversold: `exists (
    select from oversold_items o where o.merchant = r.merchant and o.receipt_id = r.id
  )`,
  late: `r.mismatch = 'late'`,
  overpaid: `(r.mismatch = 'over' or (r.mismatch = 'late' and ${hasCredit}))`,
  underpaid: `(${unsettled} and ${hasCredit})`,
  mismatch: `(r.status = 'tx_mismatch' or r.mismatch is not null)`,
  refund_due: `(r.status = 'refund_requested' or (r.refund_due and r.status <> 'refunded') or ((r.status = 'failed' or not ${unsettled}) and ${hasCredit}))`,
}

/**
 * SQL of the ids and times of a merchant's receipts that match a filter, newest first. `merchant`
 * and the parts of `position` are names of parameters.
 */
export function matchingReceipts(
  { status, flag, minUsdCents, maxUsdCents, term }: ReceiptFilter,
  {
    merchant,
    position,
    limit,
    bind,
  }: { merchant: string; position: Position; limit: number; bind: Bind },
): string {
  const conditions = [
    `r.created_at >= ${position.from}`,
    `(r.created_at, r.id) < (${position.createdAt}, ${position.id})`,
    ...(status === null ? [] : [`r.status = ${bind(status)}`]),
    ...(minUsdCents === null ? [] : [`r.total_usd_cents >= ${bind(minUsdCents)}`]),
    ...(maxUsdCents === null ? [] : [`r.total_usd_cents <= ${bind(maxUsdCents)}`]),
    ...(flag === null ? [] : [flagConditions[flag]]),
  ].join(' and ')
  const newest = `order by r.created_at desc, r.id desc limit ${limit}`
  if (term === null) {
    return `select r.id, r.created_at from receipts r where r.merchant = ${merchant} and ${conditions} ${newest}`
  }

  // Each way to match has its own index. Without a fence the database may scan the whole list instead.
  const ways = listWays(term, { merchant, bind }).map(
    (way) => `(
      select r.id, r.created_at from (
        select * from receipts where merchant = ${merchant} and ${way} offset 0
      ) as r where ${conditions} ${newest}
    )`,
  )
  return `select r.id, r.created_at from (${ways.join(' union ')}) as r ${newest}`
}

/** SQL conditions, of which a receipt that matches a term meets at least one. */
function listWays(term: string, { merchant, bind }: { merchant: string; bind: Bind }): string[] {
  const folded = term.toLowerCase()
  if (/^0x[0-9a-f]{64}$/.test(folded)) return [`transaction_hash = ${bind(folded)}`, ...prefixes()]
  if (term.includes('@')) {
    const email = bind(folded)
    return [
      `billing is not null and lower(billing ->> 'email') = ${email}`,
      `onramp_email is not null and lower(onramp_email) = ${email}`,
      ...prefixes(),
    ]
  }
  const words = `tsvector_to_array(to_tsvector('pg_catalog.simple', ${bind(term)}::text))`
  return [
    ...prefixes(),
    // Every receipt contains an empty list of words, and the wallet of its merchant.
    `receipt_words(merchant, lines) @> array_append(${words}, ${merchant}::text)
       and cardinality(${words}) > 0 and ${merchant}::text <> all(${words})`,
  ]

  function prefixes(): string[] {
    const text = bind(term)
    const startsWith = (column: string) =>
      `${column} collate "C" >= ${text}::text and ${column} collate "C" < ${text}::text || chr(1114111)`
    return [startsWith('id'), `reference is not null and ${startsWith('reference')}`]
  }
}
