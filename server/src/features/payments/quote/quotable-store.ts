import type { Micros } from '../../../lib/money.js'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import type { BatchOperation } from '../../../platform/batches.js'
import type { Receipt } from '../../receipts/receipt.js'
import {
  manualCreditOf,
  type ReceiptRow,
  receiptColumns,
  toManualCredit,
  toReceipt,
} from '../../receipts/receipt-sql.js'
import { awaitsPayment } from '../../receipts/status/describe-status.js'
import {
  inWantedOrder,
  type ReceiptRef,
  wantedParams,
  wantedReceipts,
} from '../../receipts/wanted-sql.js'
import { type TermsRow, termsOf } from '../../shop/terms-sql.js'
import { type CreditReturn, type ReturnedRow, returnedOf, toReturned } from '../returned-sql.js'
import {
  type SeenPayment,
  type SeenPaymentRow,
  seenPaymentsOf,
  toSeenPayment,
} from '../seen-payments-sql.js'
import type { NativeQuote } from './quote.js'
import { newestQuoteOf, type QuoteRow, toQuote } from './quote-sql.js'

/** A receipt with everything its amount to pay depends on. The rest is empty once it is paid. */
export type Quotable = {
  receipt: Receipt
  /** Of its shop; null before the shop's first change. */
  terms: TermsRow | null
  /** The newest, in force or not. */
  quote: NativeQuote | null
  payments: SeenPayment[]
  returned: CreditReturn[]
  /** Manual payments that no sale has used. */
  manualCredit: Micros
}

type QuotableRow = ReceiptRow & {
  place: string
  terms: TermsRow | null
  quote: QuoteRow | null
  payments: SeenPaymentRow[] | null
  returned: ReturnedRow | null
  manual_credit: string | null
}

const awaiting = receiptStatuses.filter((status) => awaitsPayment({ status }))

/** Finds receipts with all that their amounts depend on, together with those of other requests. */
export const quotableReceipts: BatchOperation<ReceiptRef, Quotable | null> = {
  async run(db, refs) {
    const { rows } = await db.query<QuotableRow>(
      `select place, ${receiptColumns},
         case when status = any($3) then ${termsOf('r')} end as terms,
         case when status = any($3) then ${newestQuoteOf('r')} end as quote,
         case when status = any($3) then ${seenPaymentsOf('r')} end as payments,
         case when status = any($3) and credit_returned_usd_cents > 0 then ${returnedOf('r')} end
           as returned,
         case when status = any($3) then ${manualCreditOf('r')} end as manual_credit
       from ${wantedReceipts}`,
      [...wantedParams(refs), awaiting],
    )
    return inWantedOrder(refs, rows, toQuotable)
  },
}

function toQuotable(row: QuotableRow): Quotable {
  return {
    receipt: toReceipt(row),
    terms: row.terms,
    quote: row.quote && toQuote(row.quote),
    payments: (row.payments ?? []).map(toSeenPayment),
    returned: toReturned(row.returned),
    manualCredit: toManualCredit(row.manual_credit),
  }
}
