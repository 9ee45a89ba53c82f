import type { Hash } from '../../../../lib/hex.js'
import { databaseNow } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import type { SignerRef } from '../outgoing.js'
import { endRequest, nonceResolved, setError } from './progress-store.js'

/** SQL that makes a transaction wait for a block again. */
const waiting = `state = 'sent', state_since = ${databaseNow}, bumps = 0, stuck_since = null, ${nonceResolved},
  block_number = null, block_hash = null, gas_used = null, settled_at = null,
  hash = (select a.hash from outgoing_attempts a where a.transaction_id = t.id and a.signer = t.signer
    and a.nonce = t.nonce order by a.generation desc limit 1)`

const batchSize = 1_000

/** Resets a transaction whose block is no longer part of the chain. */
export async function resetToSent(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions t set ${waiting}
     where id = $1 and state in ('mined', 'reverted', 'final')`,
    [id],
  )
  return rowCount === 1
}

/** Returns the highest nonce that was used on chain, as far as the database knows, or `null`. */
export async function findHighestUsedNonce(
  db: Queryable,
  { chainId, signer }: SignerRef,
): Promise<number | null> {
  const { rows } = await db.query<{ nonce: string }>(
    `select nonce from outgoing_transactions
     where chain_id = $1 and signer = $2 and nonce is not null
       and state in ('mined', 'reverted', 'final', 'failed')
     order by nonce desc limit 1`,
    [chainId, signer],
  )
  return rows[0] ? Number(rows[0].nonce) : null
}

/**
 * Resets transactions that a chain with only `count` transactions cannot contain, and returns how
 * many. Starts with the lowest nonces, one batch at a time.
 */
export async function resetUnmined(
  db: Queryable,
  { chainId, signer, count }: SignerRef & { count: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `update outgoing_transactions t set ${waiting}
     where id in (
       select id from outgoing_transactions
       where chain_id = $1 and signer = $2 and nonce >= $3
         and state in ('mined', 'reverted', 'final', 'failed')
       order by nonce limit ${batchSize}
     )`,
    [chainId, signer, count],
  )
  return rowCount
}

/** Resets a transaction whose nonce was used elsewhere, so that it gets a new one. */
export async function resetToPlanned(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions
     set state = 'planned', state_since = ${databaseNow}, signer = null, nonce = null, bumps = 0,
       stuck_since = null, ${nonceResolved}, ${setError('null')},
       ${endRequest({ result: "'It gets another nonce.'" })}
     where id = $1 and state in ('signed', 'sent')`,
    [id],
  )
  return rowCount === 1
}

/** Lists settled transactions with their blocks, below a nonce, highest first. */
export async function listSettled(
  db: Queryable,
  page: SignerRef & { below: number; limit: number },
): Promise<{ id: string; nonce: number; blockNumber: bigint; blockHash: Hash }[]> {
  const { rows } = await db.query<{
    id: string
    nonce: string
    block_number: string
    block_hash: Hash
  }>(
    `select id, nonce, block_number, block_hash from outgoing_transactions
     where chain_id = $1 and signer = $2 and nonce < $3 and settled_at is not null
       and state in ('final', 'reverted')
     order by nonce desc limit $4`,
    [page.chainId, page.signer, page.below, page.limit],
  )
  return rows.map(({ id, nonce, block_number, block_hash }) => ({
    id,
    nonce: Number(nonce),
    blockNumber: BigInt(block_number),
    blockHash: block_hash,
  }))
}
