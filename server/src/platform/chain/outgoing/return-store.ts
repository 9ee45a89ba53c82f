import type { Hash } from '../../../lib/hex.js'
import { databaseNow } from '../../db/database-now.js'
import type { Queryable } from '../../db/db.js'
import { errorIs, noDoubt } from './fragments-store.js'
import type { SignerRef } from './outgoing.js'

/** What a row is like that waits for a block, be it again. */
const waiting = `state = 'sent', state_since = ${databaseNow}, bumps = 0, stuck_since = null, ${noDoubt},
  block_number = null, block_hash = null, gas_used = null, settled_at = null,
  hash = (select a.hash from outgoing_attempts a where a.transaction_id = t.id and a.signer = t.signer
    and a.nonce = t.nonce order by a.generation desc limit 1)`

const returnedAtOnce = 1_000

/** It was in a block and no longer is. */
export async function returnToSent(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions t set ${waiting}
     where id = $1 and state in ('mined', 'reverted', 'final')`,
    [id],
  )
  return rowCount === 1
}

/** The highest nonce that was used up on chain, as far as we know. */
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
 * Lets those wait for a block again that a chain with only `count` transactions cannot have, and says how many. The
 * lowest nonces first, and not more than the database does in a moment: the others' turn comes later anyway.
 */
export async function returnLost(
  db: Queryable,
  { chainId, signer, count }: SignerRef & { count: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `update outgoing_transactions t set ${waiting}
     where id in (
       select id from outgoing_transactions
       where chain_id = $1 and signer = $2 and nonce >= $3
         and state in ('mined', 'reverted', 'final', 'failed')
       order by nonce limit ${returnedAtOnce}
     )`,
    [chainId, signer, count],
  )
  return rowCount
}

/** Its nonce is lost to somebody else: it waits for a new one. */
export async function returnToPlanned(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_transactions
     set state = 'planned', state_since = ${databaseNow}, signer = null, nonce = null, bumps = 0,
       stuck_since = null, ${noDoubt}, ${errorIs('null')}
     where id = $1 and state in ('signed', 'sent')`,
    [id],
  )
  return rowCount === 1
}

/** What has enough blocks on top, with the block it is in, from below a nonce downwards. */
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
