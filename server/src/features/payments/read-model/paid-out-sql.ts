/** SQL of a log's position on chain, as one number. */
export const place = (block: string, log: string) => `(${block}::numeric * 1000000000 + ${log})`

/**
 * SQL of the places in splits up to which every recipient is paid, from `waiting`. A release pays
 * everything due to its recipient, so money before the earliest of the recipients' last releases is
 * with all of them. Expects the chain as $1.
 */
export const paidPlaces = `last as (
    select releases.split, releases.token, releases.account,
      max(${place('releases.block_number', 'releases.log_index')}) as place,
      max(releases.block_number) as block_number
    from waiting join releases on releases.chain_id = $1 and releases.split = waiting.split
      and releases.token = waiting.token and releases.block_number >= waiting.since
      and releases.state <> 'orphaned'
    group by releases.split, releases.token, releases.account
  ), paid as (
    select split, token, min(place) as place, max(block_number) as block_number from last
    group by split, token
    having count(*) >= (
      select max(jsonb_array_length(recipients))
      from split_contracts join splits using (chain_id, address, merchant)
      where chain_id = $1 and address = last.split
    )
  )`

/** SQL condition: a transaction has no release of the split in `paid`. Expects the chain as $1. */
export const isApart = (transaction: string) => `not exists (
    select from releases as beside
    where beside.chain_id = $1 and beside.tx_hash = ${transaction}
      and beside.split = paid.split and beside.token = paid.token and beside.state <> 'orphaned'
  )`

/** SQL condition: a payout address is not a split. Expects the chain as $1. */
export const isWallet = (payoutAddress: string) => `not exists (
    select from split_contracts
    where split_contracts.chain_id = $1 and split_contracts.address = ${payoutAddress}
  )`
