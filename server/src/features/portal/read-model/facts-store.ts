import { isSuspended } from '../../../auth/merchants/suspension-store.js'
import type { Address, Hash } from '../../../lib/hex.js'
import type { Micros } from '../../../lib/money.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import type { BatchOperation } from '../../../platform/batches.js'
import type { ValuedPayment } from '../../../platform/chain/assets/value-payments.js'
import { lacksMoney } from '../../../platform/chain/outgoing/stores/progress-store.js'
import { toBigIntOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { soldOutItems } from '../../holds/read-model/sold-out-sql.js'
import {
  type CardFacts,
  type CardFactsRow,
  cardFactsOf,
  hasCardPayment,
  onrampSessionOf,
  type ShownSession,
  type ShownSessionRow,
  toCardFacts,
  toShownSession,
} from '../../onramp/onramp-sql.js'
import type { NativeQuote } from '../../payments/quote/quote.js'
import { newestQuoteOf, type QuoteRow, toQuote } from '../../payments/quote/quote-sql.js'
import { hasMoney, inFlightTo, type ReceiptKey } from '../../payments/read-model/in-flight-sql.js'
import {
  type CreditReturn,
  type ReturnedRow,
  returnedOf,
  toReturned,
} from '../../payments/returned-sql.js'
import {
  type SeenPayment,
  type SeenPaymentRow,
  seenPaymentsOf,
  toSeenPayment,
} from '../../payments/seen-payments-sql.js'
import { type RefundRow, refundsOf, toRefund } from '../../receipts/read-model/history-sql.js'
import type { Receipt, Refund } from '../../receipts/receipt.js'
import {
  manualCreditOf,
  type ReceiptRow,
  receiptColumns,
  toManualCredit,
  toReceipt,
} from '../../receipts/receipt-sql.js'
import type { FailureCode } from '../../receipts/status/failures.js'
import {
  inWantedOrder,
  type ReceiptRef,
  wantedParams,
  wantedReceipts,
} from '../../receipts/wanted-sql.js'
import { type TermsRow, termsOf } from '../../shop/terms-sql.js'

/** A payment in flight. `txHash` is null before it is sent, or while it is not announced. */
type SentPayment = { txHash: Hash | null; at: UnixMs; isOurs: boolean }

/** A payment in flight as JSON. */
export type SentRow = { place: number; hash: Hash | null; at: number }

/**
 * SQL of the newest payment in flight to a receipt as JSON, or null. Authorizations come first,
 * because they are the most certain.
 */
export const sentTo = (receipt: ReceiptKey) => `(
  select json_build_object('place', place, 'hash', hash, 'at', at)
  from (${inFlightTo(receipt)} order by place, at desc, hash limit 1) as newest
)`

/** Until when a deposit address and its native balance are watched. */
type DepositWatch = { address: Address; watchedUntil: UnixMs; nativeUntil: UnixMs }

/** Everything that a payment page shows of a receipt, read at one moment. */
export type PortalFacts = {
  receipt: Receipt
  /** The failure code of the last attempt on a payment page, if no other has started since. */
  attemptCode: FailureCode | null
  /** Of its shop; null before the shop's first change. */
  terms: TermsRow | null
  /** Empty unless something was refunded. */
  refunds: Refund[]
  returned: CreditReturn[]
  /** Manual payments that no sale has used. */
  manualCredit: Micros
  /** Ids of the items of an order without a key that are sold out. */
  soldOut: string[]
  /** The newest quote in native token, in force or not. */
  quote: NativeQuote | null
  sent: SentPayment | null
  /** The card payment that the page shows. */
  onrampSession: ShownSession | null
  cards: CardFacts
  payments: SeenPayment[]
  /** Money at the deposit address that no payment explains yet. Only an outage leaves any. */
  unrecorded: ValuedPayment[]
  /** Of all deposit addresses that the receipt had. */
  watches: DepositWatch[]
  /** The last indexed block; null before the first. */
  head: bigint | null
  /** The newest safe block; null before the first. */
  safe: bigint | null
  /** Whether the relayer of signed payments lacked gas when it last tried to send. */
  lacksGas: boolean
  /** The platform's share in basis points. Null while it is not known. */
  platformBps: number | null
  /** Whether the merchant is suspended. */
  isSuspended: boolean
  /** The subscription whose charge pays the receipt. */
  subscription: { nextChargeAt: UnixMs | null } | null
}

/** The columns of the facts. */
export type FactsRow = ReceiptRow & {
  place: string
  attempt_code: FailureCode | null
  terms: TermsRow | null
  refunds: RefundRow[] | null
  returned: ReturnedRow | null
  manual_credit: string | null
  sold_out: string[] | null
  quote: QuoteRow | null
  sent: SentRow | null
  onramp_session: ShownSessionRow | null
  cards: CardFactsRow | null
  payments: SeenPaymentRow[] | null
  watches: { address: Address; watched_until: number; native_until: number }[] | null
  chain: { head: string | null; safe: string | null } | null
  lacks_gas: boolean
  platform_bps: number | null
  is_suspended: boolean
  subscription: { next_charge_at: number | null } | null
}

type FactsRef = ReceiptRef & {
  chainId: number
  /** The priorities of transactions that share the funds of signed payments. */
  priorities: readonly number[]
}

const r = { merchant: 'r.merchant', id: 'r.id' }

/** Finds everything that payment pages show, together with those of other requests. */
export const portalFacts: BatchOperation<FactsRef, PortalFacts | null> = { run: findPortalFacts }

/**
 * SQL of the columns that are empty before anyone paid or tried to. They read a dozen tables, which
 * takes longer than all others.
 */
const activityColumns = `
       case when refunded_usd_cents > 0 then ${refundsOf('r')} end as refunds,
       case when credit_returned_usd_cents > 0 then ${returnedOf('r')} end as returned,
       ${manualCreditOf('r')} as manual_credit,
       ${sentTo(r)} as sent, ${seenPaymentsOf('r')} as payments,
       ${onrampSessionOf('r')} as onramp_session, ${cardFactsOf('r')} as cards,
       case when kind = 'subscription' then (
         select json_build_object('next_charge_at', next_charge_at) from subscriptions
         where merchant = r.merchant and id = r.reference
       ) end as subscription,
       ${platformBpsOf('r')} as platform_bps`

/** SQL of the same columns for a receipt that is not `hasActivity`. */
const emptyColumns = `
       null as refunds, null as returned, null as manual_credit, null as sent, null as payments,
       null as onramp_session, null as cards, null as subscription, ${splitBpsOf('r')} as platform_bps`

/** SQL condition: the later columns of the receipt `r` may not be empty. */
const hasActivity = `(refunded_usd_cents > 0 or credit_returned_usd_cents > 0 or is_paid_manually
  or kind = 'subscription' or ${hasMoney(r)} or ${hasCardPayment('r')})`

const factsSql = (later: string) => `
     select place, ${receiptColumns}, ${termsOf('r')} as terms,
       (
         select attempt_code from portal_sessions where merchant = r.merchant and receipt_id = r.id
       ) as attempt_code,
       ${newestQuoteOf('r')} as quote,
       case when soft_hold is not null then (
         select json_agg(item_id order by item_id) from (${soldOutItems}) as missing
       ) end as sold_out,
       (
         select json_agg(json_build_object(
           'address', address, 'watched_until', watched_until, 'native_until', native_until
         ))
         from deposits where chain_id = $3 and merchant = r.merchant and receipt_id = r.id
       ) as watches,
       (
         select json_build_object('head', block_number::text, 'safe', safe_number::text)
         from chain_cursors where chain_id = $3
       ) as chain,
       ${lacksMoney({ chainId: '$3', priorities: '$4' })} as lacks_gas,
       ${isSuspended('r')} as is_suspended, ${later}
     from ${wantedReceipts}`

const firstSql = factsSql(`${emptyColumns}, ${hasActivity} as has_activity`)
const wholeSql = factsSql(`${activityColumns}, false as has_activity`)

/**
 * Finds everything that payment pages show. Null for an unknown receipt. All name one chain.
 * Receipts with activity are read again with all columns.
 */
export async function findPortalFacts(
  db: Queryable,
  refs: readonly FactsRef[],
): Promise<(PortalFacts | null)[]> {
  const facts = await readFacts(db, firstSql, refs)
  const activeRefs = refs.filter((_, index) => facts[index] === 'active')
  const activeFacts = activeRefs.length > 0 ? await readFacts(db, wholeSql, activeRefs) : []
  const places = new Map(activeRefs.map((ref, place) => [ref, place]))
  return facts.map((found, index) => {
    const whole =
      found === 'active' ? activeFacts[places.get(refs[index] as FactsRef) ?? -1] : found
    return whole === undefined || whole === 'active' ? null : whole
  })
}

async function readFacts(
  db: Queryable,
  sql: string,
  refs: readonly FactsRef[],
): Promise<(PortalFacts | 'active' | null)[]> {
  const [first] = refs
  const params = [...wantedParams(refs), first?.chainId, first?.priorities]
  const { rows } = await db.query<FactsRow & { has_activity: boolean }>(sql, params)
  return inWantedOrder(refs, rows, (row) => (row.has_activity ? 'active' : toFacts(row)))
}

function toFacts(row: FactsRow): PortalFacts {
  return {
    receipt: toReceipt(row),
    attemptCode: row.attempt_code,
    terms: row.terms,
    refunds: (row.refunds ?? []).map(toRefund),
    returned: toReturned(row.returned),
    manualCredit: toManualCredit(row.manual_credit),
    soldOut: row.sold_out ?? [],
    quote: row.quote && toQuote(row.quote),
    sent: row.sent && toSent(row.sent),
    onrampSession: row.onramp_session && toShownSession(row.onramp_session),
    cards: toCardFacts(row.cards),
    payments: (row.payments ?? []).map(toSeenPayment),
    unrecorded: [],
    watches: (row.watches ?? []).map(({ address, watched_until, native_until }) => ({
      address,
      watchedUntil: unixMs(watched_until),
      nativeUntil: unixMs(native_until),
    })),
    head: toBigIntOrNull(row.chain?.head ?? null),
    safe: toBigIntOrNull(row.chain?.safe ?? null),
    lacksGas: row.lacks_gas,
    platformBps: row.platform_bps,
    isSuspended: row.is_suspended,
    subscription: row.subscription && {
      nextChargeAt: toTimeOrNull(row.subscription.next_charge_at),
    },
  }
}

function toTimeOrNull(value: number | null): UnixMs | null {
  return value === null ? null : unixMs(value)
}

/**
 * SQL of the platform's share of a receipt's money in basis points: the share in its split, which a
 * later change of the fee leaves as it is. For the charge of a subscription, the share that the
 * chain shows. Null while it is not known.
 */
function platformBpsOf(receipt: string): string {
  return `(
  case when ${receipt}.kind = 'subscription' then (
    select round(
      sum(coalesce(fee_units, 0) + (units - coalesce(fee_units, 0)) * split_fee_bps / 10000)
      * 10000 / nullif(sum(units), 0)
    )
    from payments
    where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id and kind = 'charge'
      and state <> 'orphaned'
  ) else ${splitBpsOf(receipt)} end
)::int`
}

function splitBpsOf(receipt: string): string {
  return `(
    select coalesce((
      select sum((recipient ->> 'sharesBps')::int) from jsonb_array_elements(recipients) as recipient
      where recipient ->> 'role' = 'platform'
    ), 0)::int
    from splits where merchant = ${receipt}.merchant and address = ${receipt}.payout_address
    order by version desc limit 1
  )`
}

export function toSent({ place, hash, at }: SentRow): SentPayment {
  return { txHash: hash, at: unixMs(at), isOurs: place === 1 }
}
