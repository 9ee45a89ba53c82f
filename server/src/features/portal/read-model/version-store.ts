import { isSuspended } from '../../../auth/merchants/suspension-store.js'
import type { PortalRef } from '../../../auth/portal-tokens.js'
import type { Address } from '../../../lib/hex.js'
import { lacksMoney } from '../../../platform/chain/outgoing/stores/progress-store.js'
import type { Queryable } from '../../../platform/db/db.js'
import { soldOutItems } from '../../holds/read-model/sold-out-sql.js'

/** Returns a key that is unique across merchants. */
export function refKey({ merchant, receiptId }: PortalRef): string {
  return `${merchant}/${receiptId}`
}

/**
 * Returns a version per receipt that changes whenever its page may change. It covers the receipt
 * row (`xmin`), failed attempts, its settlement, the cursor while confirmations are counted,
 * announced, signed and card payments, the native balance at the deposit address, sold-out items,
 * whether the relayer has gas, whether the merchant is suspended, and the next charge of the
 * subscription.
 */
export async function listVersions(
  db: Queryable,
  {
    refs,
    chainId,
    priorities,
  }: {
    refs: readonly PortalRef[]
    chainId: number
    /** The priorities of transactions that share the funds of signed payments. */
    priorities: readonly number[]
  },
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ merchant: Address; receipt_id: string; version: string }>(
    `select r.merchant, r.id as receipt_id,
       concat(r.xmin::text, '-', attempt.attempt_at, '-', s.version, '-', counting.block_number, '-', announced.states, '-',
         signed.steps, '-', cards.steps, '-', native.units, '-', missing.items, '-',
         ${lacksMoney({ chainId: '$3', priorities: '$4' })}, '-', ${isSuspended('r')}, '-',
         subscription.next_charge_at) as version
     from unnest($1::text[], $2::text[]) as wanted (merchant, id)
       join receipts r on r.merchant = wanted.merchant and r.id = wanted.id
       left join portal_sessions attempt on attempt.merchant = r.merchant and attempt.receipt_id = r.id
       left join settlements s on s.merchant = r.merchant and s.receipt_id = r.id
       left join subscriptions subscription
         on r.kind = 'subscription' and subscription.merchant = r.merchant and subscription.id = r.reference
       left join lateral (
         select block_number from chain_cursors where chain_id = $3 and exists (
           select from payments p where p.merchant = r.merchant and p.receipt_id = r.id
             and p.state = 'seen' and p.mismatch is null
         )
       ) as counting on true
       left join lateral (
         select count(*) || '/' || count(*) filter (where state = 'open') as states
         from announced_transactions h where h.merchant = r.merchant and h.receipt_id = r.id
       ) as announced on true
       left join lateral (
         select string_agg(concat(o.state, o.hash), '/' order by a.transaction_id) as steps
         from portal_authorizations a join outgoing_transactions o on o.id = a.transaction_id
         where a.merchant = r.merchant and a.receipt_id = r.id
       ) as signed on true
       left join lateral (
         select string_agg(concat(c.state, c.failure_code, c.updated_at), '/' order by c.created_at, c.id) as steps
         from onramp_sessions c where c.merchant = r.merchant and c.receipt_id = r.id
       ) as cards on true
       left join lateral (
         select string_agg(d.native_units::text, '/' order by d.chain_id, d.address) as units
         from deposits d where d.merchant = r.merchant and d.receipt_id = r.id
       ) as native on true
       left join lateral (
         select string_agg(sold_out.item_id, '/' order by sold_out.item_id) as items
         from (${soldOutItems}) as sold_out
       ) as missing on true`,
    [
      refs.map(({ merchant }) => merchant),
      refs.map(({ receiptId }) => receiptId),
      chainId,
      priorities,
    ],
  )
  return new Map(
    rows.map(({ merchant, receipt_id: receiptId, version }) => [
      refKey({ merchant, receiptId }),
      version,
    ]),
  )
}
