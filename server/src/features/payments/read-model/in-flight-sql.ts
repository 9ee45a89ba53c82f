import { dustMicros } from '../../../lib/money.js'

/** SQL of the key of a receipt: parameters, or columns with their table. */
export type ReceiptKey = { merchant: string; id: string }

/**
 * SQL condition on an authorization `a` and its outgoing transaction `o`: its payment may still
 * arrive. A mined one stays in flight until its payment is recorded: until then the receipt looks
 * unpaid and must not be paid again.
 */
export const isInFlight = `(o.state in ('planned', 'signed', 'sent')
  or o.state in ('mined', 'final') and not exists (
    select from payments p
    where p.merchant = a.merchant and p.receipt_id = a.receipt_id and p.tx_hash = o.hash
      and p.state <> 'orphaned'
  ))`

/**
 * SQL condition: the relayer moves this much native token, at least a twentieth of the quoted
 * amount. Anyone can send less. Zero stands for a transfer of tokens.
 */
const isWorthMoving = (
  units: string,
  { merchant, id }: ReceiptKey,
) => `(${units} = 0 or ${units} * 20 >= coalesce((
    select min(units) from quotes where merchant = ${merchant} and receipt_id = ${id}
  ), 0))`

/**
 * SQL of everything in flight to a receipt that is not recorded as a payment: authorizations,
 * announced transactions that are open or found, and native token at the deposit address. A native
 * payment carries the hash of the flush that moved it, so any native payment completes an announced
 * native transfer. A later payment that is known by its flush completes an announced transfer of
 * tokens.
 */
export const inFlightTo = ({ merchant, id }: ReceiptKey) => `
  select 1 as place, o.hash, a.created_at as at
  from portal_authorizations a join outgoing_transactions o on o.id = a.transaction_id
  where a.merchant = ${merchant} and a.receipt_id = ${id} and ${isInFlight}
  union all
  select 2, h.tx_hash, h.created_at from announced_transactions h
  where h.merchant = ${merchant} and h.receipt_id = ${id}
    and (h.state = 'open' or h.state = 'paying' and ${isWorthMoving('coalesce(h.units, 0)', { merchant, id })} and not exists (
      select from payments p where p.merchant = ${merchant} and p.receipt_id = ${id}
        and (p.tx_hash = h.tx_hash or p.kind = 'native' and h.units > 0
          or p.kind = 'flush' and p.block_number >= h.block_number)
    ))
  union all
  select 3, (
    select tx_hash from announced_transactions
    where merchant = ${merchant} and receipt_id = ${id} and state = 'paying' and units > 0
    order by created_at desc, tx_hash limit 1
  ), native_since from deposits
  where merchant = ${merchant} and receipt_id = ${id} and native_units is not null
    and (native_flush_key is not null or ${isWorthMoving('native_units', { merchant, id })})`

/**
 * SQL condition: a payment to a receipt was recorded, signed or announced, or its deposit address
 * has native token. Without it, nothing is in flight either.
 */
export const hasMoney = ({ merchant, id }: ReceiptKey) => {
  const ofReceipt = `merchant = ${merchant} and receipt_id = ${id}`
  return `(exists (select from payments where ${ofReceipt})
    or exists (select from portal_authorizations where ${ofReceipt})
    or exists (select from announced_transactions where ${ofReceipt})
    or exists (select from deposits where ${ofReceipt} and native_units is not null))`
}

/**
 * SQL of a row if the receipt `$1`, `$2` has payments of a cent or more that count, or a payment in
 * flight. One that is not classified yet may count. A card that was charged is a payment in flight.
 */
export const anyPayment = `
  select 1 from (
    select bool_or(usd_micros is null) as is_open,
      sum(usd_micros) filter (where mismatch is null) as usd_micros
    from payments where merchant = $1 and receipt_id = $2 and state <> 'orphaned'
  ) as paid where is_open or usd_micros >= ${dustMicros}
  union all
  select 1 from (${inFlightTo({ merchant: '$1', id: '$2' })}) as sent
  union all
  select 1 from onramp_sessions where merchant = $1 and receipt_id = $2 and state = 'processing'
  limit 1`
