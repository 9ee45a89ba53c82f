/**
 * SQL condition: an outgoing transaction failed, or is mined in an indexed block. The sender may not have noticed a reorg
 * yet, so the block hash must match. Expects the chain as $1 and the cursor as $2.
 */
export const hasEnded = `(sent.state in ('failed', 'reverted')
  or (sent.state in ('mined', 'final') and sent.block_number <= $2 and not exists (
    select from chain_blocks as there where there.chain_id = $1
      and there.number = sent.block_number and there.hash <> sent.block_hash
  )))`
