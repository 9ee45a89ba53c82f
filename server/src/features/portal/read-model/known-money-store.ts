import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import {
  cardFactsOf,
  onrampSessionOf,
  toCardFacts,
  toShownSession,
} from '../../onramp/onramp-sql.js'
import { returnedOf, toReturned } from '../../payments/returned-sql.js'
import { seenPaymentsOf, toSeenPayment } from '../../payments/seen-payments-sql.js'
import { newestReceipts } from '../../receipts/read-model/all-receipts-sql.js'
import { manualCreditOf, toManualCredit } from '../../receipts/receipt-sql.js'
import { type FactsRow, type PortalFacts, sentTo, toSent } from './facts-store.js'

/** The money that was seen for a receipt, for outages. */
export type KnownMoney = Pick<
  PortalFacts,
  'payments' | 'returned' | 'manualCredit' | 'sent' | 'onrampSession' | 'cards'
> & {
  /** The units of payments that are still at the deposit address, by token. */
  heldUnits: ReadonlyMap<Address, bigint>
}

/** Lists the money of a merchant's newest receipts by id. Omits receipts without any. */
export async function listKnownMoney(
  db: Queryable,
  { merchant, limit }: { merchant: Address; limit: number },
): Promise<Map<string, KnownMoney>> {
  type Row = Pick<
    FactsRow,
    'id' | 'payments' | 'returned' | 'manual_credit' | 'sent' | 'onramp_session' | 'cards'
  > & {
    held: { token: Address; units: string }[] | null
  }
  const newest = newestReceipts({
    columns: 'merchant, id, created_at, credit_returned_usd_cents, is_paid_manually',
    condition: 'merchant = $1',
    limit: '$2',
  })
  const { rows } = await db.query<Row>(
    `select * from (
       select id, ${seenPaymentsOf('r')} as payments, ${sentTo({ merchant: 'r.merchant', id: 'r.id' })} as sent,
         case when credit_returned_usd_cents > 0 then ${returnedOf('r')} end as returned,
         ${manualCreditOf('r')} as manual_credit, ${onrampSessionOf('r')} as onramp_session,
         ${cardFactsOf('r')} as cards,
         (
           select json_agg(json_build_object('token', token, 'units', units)) from (
             select token, sum(units)::text as units from payments
             where merchant = r.merchant and receipt_id = r.id and kind = 'deposit'
               and state <> 'orphaned' and arrived_block is null
             group by token
           ) as remaining
         ) as held
       from (
         ${newest}
       ) as r
     ) as known where payments is not null or sent is not null or manual_credit is not null
       or onramp_session is not null`,
    [merchant, limit],
  )
  return new Map(
    rows.map(({ id, payments, returned, manual_credit, sent, onramp_session, cards, held }) => [
      id,
      {
        payments: (payments ?? []).map(toSeenPayment),
        returned: toReturned(returned),
        manualCredit: toManualCredit(manual_credit),
        sent: sent && toSent(sent),
        onrampSession: onramp_session && toShownSession(onramp_session),
        cards: toCardFacts(cards),
        heldUnits: new Map((held ?? []).map(({ token, units }) => [token, BigInt(units)])),
      },
    ]),
  )
}
