/**
 * SQL condition: an outgoing transaction failed, or is mined in an indexed block. The sender may
 * not have noticed a reorg yet, so the block hash must match. Expects the chain as $1 and the
 * cursor as $2.
 */
export const hasEnded = `(sent.state in ('failed', 'reverted')
  or (sent.state in ('mined', 'final') and sent.block_number <= $2 and not exists (
    select from chain_blocks as indexed where indexed.chain_id = $1
      and indexed.number = sent.block_number and indexed.hash <> sent.block_hash
  )))`

/**
 * SQL condition: the effect of an outgoing transaction is known. It had none, or its logs were
 * read, whose hashes are a parameter. Indexed blocks are not enough, because a lagging node omits
 * some logs.
 */
export const isKnown = (hashes: string) =>
  `(sent.state in ('failed', 'reverted') or sent.hash = any(${hashes}))`

/**
 * SQL of the time of the next attempt, after `failures` earlier failures: in 4 minutes, then twice
 * as long, up to a day.
 */
export const retryAfter = (now: string, failures: string) =>
  `${now}::bigint + least(240000 * 2 ^ least(${failures}, 9), 86400000)::bigint`
