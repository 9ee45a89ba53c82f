/**
 * SQL condition on an authorization `a` and its outgoing transaction `o`: its payment may still arrive. A mined one
 * stays in flight until its payment is recorded: until then the receipt looks unpaid and must not be paid again.
 */
export const isInFlight = `(o.state in ('planned', 'signed', 'sent')
  or o.state in ('mined', 'final') and not exists (
    select from payments p
    where p.merchant = a.merchant and p.receipt_id = a.receipt_id and p.tx_hash = o.hash
      and p.state <> 'orphaned'
  ))`
