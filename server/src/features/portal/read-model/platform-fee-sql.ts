/**
 * SQL of the platform's share of a receipt's money in basis points: the share in its split, which a later change of the fee
 * leaves as it is. For the charge of a subscription, the share that the chain shows. Null while it is not known.
 */
export const platformBpsOf = (receipt: string) => `(
  case when ${receipt}.kind = 'subscription' then (
    select round(
      sum(coalesce(fee_units, 0) + (units - coalesce(fee_units, 0)) * split_fee_bps / 10000)
      * 10000 / nullif(sum(units), 0)
    )
    from payments
    where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id and kind = 'charge'
      and state <> 'orphaned'
  ) else (
    select coalesce((
      select sum((recipient ->> 'sharesBps')::int) from jsonb_array_elements(recipients) as recipient
      where recipient ->> 'role' = 'platform'
    ), 0)
    from splits where merchant = ${receipt}.merchant and address = ${receipt}.payout_address
    order by version desc limit 1
  ) end
)::int`
