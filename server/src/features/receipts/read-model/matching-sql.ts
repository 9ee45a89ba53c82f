import { waitingStatuses } from '../../../lib/receipt-statuses.js'
import { foldBeginning } from '../../../lib/search/word-suffixes.js'
import { creditOf } from '../../ledger/credit-sql.js'
import type { ReceiptFilter, ReceiptFlag } from '../read/search/receipt-filter.js'
import { isFoundInComment, isFoundInLines, selectNewestByWords } from './words-sql.js'

/** Adds a parameter to a statement and returns its name. */
type Bind = (value: unknown) => string

/** Where a list begins: the newest receipt before this one. */
type Position = { from: string; createdAt: string; id: string }

/** Less than a cent is rounding. */
const hasCredit = `${creditOf('r')} >= 10000`
const unsettled = `r.status in (
  'generated', 'link_opened', 'buyer_logged_in', 'checkout_initialized', 'pending', 'checkout_success', 'failed'
)`

const underpaid = `(${unsettled} and ${hasCredit})`
const refundDue = `(r.status = 'refund_requested' or (r.refund_due and r.status <> 'refunded') or ((r.status = 'failed' or not ${unsettled}) and ${hasCredit}))`

/** SQL conditions on a receipt `r`. */
const flagConditions: Readonly<Record<ReceiptFlag, string>> = {
  oversold: `exists (
    select from oversold_items o where o.merchant = r.merchant and o.receipt_id = r.id
  )`,
  late: `r.mismatch = 'late'`,
  overpaid: `(r.mismatch = 'over' or (r.mismatch in ('late', 'blocked') and ${hasCredit}))`,
  underpaid,
  mismatch: `(r.status = 'tx_mismatch' or r.mismatch is not null)`,
  refund_due: refundDue,
  action: `(r.status = 'tx_mismatch' or ${underpaid} or ${refundDue})`,
  waiting: `r.status in (${waitingStatuses.map((status) => `'${status}'`).join(', ')})`,
}

const archivedConditions: Readonly<Record<ReceiptFilter['archived'], readonly string[]>> = {
  no: ['r.archived_at is null'],
  only: ['r.archived_at is not null'],
  all: [],
}

/**
 * SQL of the ids of a merchant's receipts that match a filter, newest first, with the time by which
 * they are sorted as `listed_at`. `merchant` and the parts of `position` are names of parameters.
 */
export function matchingReceipts(
  filter: ReceiptFilter,
  input: { merchant: string; position: Position; limit: number; bind: Bind },
): string {
  const { term, flag, status, time, searchesComments } = filter
  const { merchant, position, limit, bind } = input
  const { from, createdAt, id } = position
  const conditions = listConditions(filter, { merchant, bind })
  const newest = `order by listed_at desc, id desc limit ${limit}`
  const selectFrom = (rows: string, at: string, ...more: string[]) => {
    const inRange = [`${at} >= ${from}`, `(${at}, r.id) < (${createdAt}, ${id})`]
    return `select r.id, ${at} as listed_at from ${rows}
      where ${[...more, ...inRange, ...conditions].join(' and ')} ${newest}`
  }
  const union = (parts: readonly string[]) =>
    `select id, listed_at from (${parts.map((part) => `(${part})`).join(' union ')}) as r ${newest}`

  if (term !== null) {
    const posted =
      time === 'created' ? null : latestPosting(time, { merchant, from, to: bind(filter.to) })
    // Each way to match has its own index. Without a fence the database may scan the whole list
    // instead.
    const selectRows = (way: string, ...more: string[]) => {
      const rows = `(select * from receipts where ${way} offset 0) as r`
      return posted === null
        ? selectFrom(rows, 'r.created_at', ...more)
        : selectFrom(`${rows} cross join lateral (${posted}) as posted`, 'posted.at', ...more)
    }
    const ways = listWays(term, { merchant, searchesComments, bind })
    const parts = ways.map((way) => selectRows(`merchant = ${merchant} and ${way}`))
    if (!hasWords(term)) return union(parts)
    const words = { merchant, term: bind(term) }
    if (posted !== null) return union([...parts, selectRows(isFoundInLines(words))])
    return union([
      ...parts,
      selectNewestByWords({ ...words, createdAt, limit, select: selectRows }),
    ])
  }

  if (time !== 'created') {
    const rows = `ledger_postings as p cross join lateral (
      select * from receipts where merchant = ${merchant} and id = p.receipt_id offset 0
    ) as r`
    const isLast = isLastPosting(time, { merchant, to: bind(filter.to) })
    const isPosted = `p.merchant = ${merchant} and ${isPostingOf(time, 'p')}`
    return selectFrom(rows, 'p.at', isPosted, `p.at <= ${createdAt}`, isLast)
  }

  const isOwn = `r.merchant = ${merchant}`
  // Indexes contain either archived or other receipts.
  const archivedParts =
    filter.archived === 'all' ? [...archivedConditions.no, ...archivedConditions.only] : []
  const listOwn = (...more: string[]) =>
    archivedParts.length === 0
      ? selectFrom('receipts as r', 'r.created_at', isOwn, ...more)
      : union(
          archivedParts.map((part) =>
            selectFrom('receipts as r', 'r.created_at', isOwn, part, ...more),
          ),
        )
  if (flag !== 'waiting' || status !== null) return listOwn()
  // Few receipts wait. An index has those of each status in the order of the list.
  return union(waitingStatuses.map((name) => listOwn(`r.status = '${name}'`)))
}

/** SQL conditions on a receipt `r`, except its time and the term of a search. */
function listConditions(
  filter: ReceiptFilter,
  { merchant, bind }: { merchant: string; bind: Bind },
): string[] {
  const { customerId, status, hasTip, flag, registerId, archived, minUsdCents, maxUsdCents, own } =
    filter
  const { reached, failureCode, item, jurisdiction } = filter
  return [
    ...archivedConditions[archived],
    ...(status === null ? [] : [`r.status = ${bind(status)}`]),
    ...(hasTip ? [`r.lines @> '[{"kind": "tip"}]'`] : []),
    ...(minUsdCents === null ? [] : [`r.total_usd_cents >= ${bind(minUsdCents)}`]),
    ...(maxUsdCents === null ? [] : [`r.total_usd_cents <= ${bind(maxUsdCents)}`]),
    ...(flag === null ? [] : [flagConditions[flag]]),
    ...(customerId === null ? [] : [isOfCustomer(merchant, bind(customerId))]),
    ...(registerId === null ? [] : [`r.register_id = ${bind(registerId)}`]),
    ...(reached === null ? [] : hasReached(reached, bind)),
    ...(failureCode === null ? [] : [`r.failure_code = ${bind(failureCode)}`]),
    ...(item === null ? [] : [hasItem(bind(item))]),
    ...(jurisdiction === null
      ? []
      : [
          jurisdiction === 'none'
            ? 'r.jurisdiction_code is null'
            : `r.jurisdiction_code = ${bind(jurisdiction)}`,
        ]),
    ...(own === null ? [] : [`r.sold_by = ${bind(own.soldBy)}`]),
    ...(own?.registerId ? [`r.register_id = ${bind(own.registerId)}`] : []),
  ]
}

/** SQL conditions: a receipt `r` counts in the funnel and reached a step, at any time. */
function hasReached(step: NonNullable<ReceiptFilter['reached']>, bind: Bind): string[] {
  const isCounted = `r.kind <> 'subscription'`
  if (step === 'created') return [isCounted]
  if (step === 'paid') return [isCounted, isSold]
  return [
    isCounted,
    `exists (
      select from timeline_entries as entry
      where entry.merchant = r.merchant and entry.receipt_id = r.id and entry.status = ${bind(step)}
    )`,
  ]
}

/** SQL condition: the sale of a receipt `r` is posted, and not reversed. */
const isSold = `(
    select sum(case when sold.key like 'undo:%' then -1 else 1 end) from ledger_postings as sold
    where sold.merchant = r.merchant and sold.receipt_id = r.id and sold.kind = 'sale'
  ) > 0`

/** SQL condition: a receipt `r` has an item. Lines without one are told apart by SKU or label. */
const hasItem = (item: string) => `exists (
    select from jsonb_array_elements(r.lines) as line
    where coalesce(line ->> 'itemId', line ->> 'sku', line ->> 'label') = ${item}
      and coalesce(line ->> 'kind', 'item') not in ('tax', 'fee')
  )`

/** SQL condition: a customer has a receipt `r`. */
const isOfCustomer = (merchant: string, id: string) =>
  `receipt_customer(r.billing, r.onramp_email, r.buyer_wallet) = (
    select key from customers where merchant = ${merchant} and id = ${id}
  )`

/** A beginning that more customers share says nothing about one of them. */
const maxCustomers = 500

/** SQL condition: a text of the customer begins like this, as it does for few customers only. */
function isOfCustomerBeginning(merchant: string, beginning: string): string {
  const matchingCustomers = `select customer_id from customer_words
    where merchant = ${merchant} and word >= ${beginning}::text
      and word < ${beginning}::text || chr(1114111) limit ${maxCustomers + 1}`
  return `receipt_customer(billing, onramp_email, buyer_wallet) = any (array(
    select key from customers
    where merchant = ${merchant} and id in (${matchingCustomers})
      and (select count(*) from (${matchingCustomers}) as counted) <= ${maxCustomers}
  ))`
}

/**
 * SQL condition: a posting of kind `refund` refunds a sale. Others return credit, and their first
 * entry has another account.
 */
export const isRefundOfSale = (posting: string) => `exists (
    select from ledger_entries as refunded
    where refunded.merchant = ${posting}.merchant and refunded.posting_key = ${posting}.key
      and refunded.seq = 1 and refunded.account = 'refunds'
  )`

type PostedTime = Exclude<ReceiptFilter['time'], 'created'>

/** SQL condition: a posting is a sale or refund, or its reversal. Returned credit is no refund. */
const isPostingOf = (time: PostedTime, posting: string) =>
  `${posting}.kind = '${time}'${time === 'refund' ? ` and ${isRefundOfSale(posting)}` : ''}`

/** SQL condition: a receipt of a posting `p` has no later one of its kind up to a time. */
const isLastPosting = (time: PostedTime, { merchant, to }: { merchant: string; to: string }) =>
  `not exists (
    select from ledger_postings as later
    where later.merchant = ${merchant} and later.receipt_id = p.receipt_id
      and ${isPostingOf(time, 'later')} and later.at <= ${to} and (later.at, later.key) > (p.at, p.key)
  )`

/** SQL of the time of the last posting of a receipt `r` in a range, or no row. */
const latestPosting = (
  time: PostedTime,
  { merchant, from, to }: { merchant: string; from: string; to: string },
) => `
  select max(at) as at from ledger_postings as p
  where p.merchant = ${merchant} and p.receipt_id = r.id and ${isPostingOf(time, 'p')}
    and p.at between ${from} and ${to} having count(*) > 0`

const isTransactionHash = (term: string) => /^0x[0-9a-f]{64}$/i.test(term)

/** Whether a term may be words of labels or comments. */
const hasWords = (term: string) => !isTransactionHash(term) && !term.includes('@')

/**
 * SQL conditions, of which a receipt that matches a term meets at least one. The words of its labels
 * are apart.
 */
function listWays(
  term: string,
  {
    merchant,
    searchesComments,
    bind,
  }: Pick<ReceiptFilter, 'searchesComments'> & { merchant: string; bind: Bind },
): string[] {
  const folded = term.toLowerCase()
  if (isTransactionHash(folded)) return [`transaction_hash = ${bind(folded)}`, ...prefixes()]
  if (term.includes('@')) {
    const email = bind(folded)
    return [
      `billing is not null and lower(billing ->> 'email') = ${email}`,
      `onramp_email is not null and lower(onramp_email) = ${email}`,
      isOfCustomerBeginning(merchant, bind(foldBeginning(term))),
      ...prefixes(),
    ]
  }
  const commented = () => `id in (
    select receipt_id from receipt_comments
    where merchant = ${merchant} and ${isFoundInComment({ merchant, term: bind(term) })}
  )`
  return [
    ...prefixes(),
    isOfCustomerBeginning(merchant, bind(foldBeginning(term))),
    ...(searchesComments ? [commented()] : []),
  ]

  function prefixes(): string[] {
    const text = bind(term)
    const startsWith = (column: string) =>
      `${column} collate "C" >= ${text}::text and ${column} collate "C" < ${text}::text || chr(1114111)`
    return [startsWith('id'), `reference is not null and ${startsWith('reference')}`]
  }
}
