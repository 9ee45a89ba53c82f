import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Claim, ClaimKey, ClaimState } from './claim.js'
import { claimColumns, keyParams, matchesKey, toClaim } from './claim-row-store.js'

/** Inserts a claim. Returns false when the authorization is claimed already. */
export async function insertClaim(
  db: Queryable,
  { claim, nextTryAt }: { claim: Claim; nextTryAt: UnixMs },
): Promise<boolean> {
  const { subject } = claim
  const order = subject.kind === 'order' ? subject : null
  const { rowCount } = await db.query(
    `insert into x402_claims (chain_id, asset, payer, nonce, holder, state, route, fingerprint, idempotency_hash, pay_to,
       units, valid_before, merchant, receipt_id, plan, claimed_at_block, created_at, updated_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18)
     on conflict do nothing`,
    [
      ...keyParams(claim),
      claim.holder,
      claim.state,
      claim.route,
      claim.fingerprint,
      claim.idempotencyHash,
      claim.payTo,
      claim.units,
      claim.validBeforeSeconds,
      order?.merchant ?? null,
      order?.receiptId ?? null,
      subject.kind === 'plan' ? subject.plan : null,
      claim.claimedAtBlock,
      claim.createdAt,
      nextTryAt,
    ],
  )
  return rowCount === 1
}

export async function findClaim(db: Queryable, key: ClaimKey): Promise<Claim | null> {
  const sql = `select ${claimColumns.fields} from x402_claims where ${matchesKey}`
  const claim = await claimColumns.find(db, sql, keyParams(key))
  return claim && toClaim(claim)
}

/** Finds a claim and locks it until the transaction ends. */
export async function lockClaim(db: Queryable, key: ClaimKey): Promise<Claim | null> {
  const sql = `select ${claimColumns.fields} from x402_claims where ${matchesKey} for update`
  const claim = await claimColumns.find(db, sql, keyParams(key))
  return claim && toClaim(claim)
}

/** Deletes a claim of this holder that is not settling. */
export async function deleteClaim(db: Queryable, claim: Claim): Promise<void> {
  await db.query(
    `delete from x402_claims where ${matchesKey} and holder = $5 and state = 'claimed'`,
    [...keyParams(claim), claim.holder],
  )
}

/** Marks a claim as settling. Returns false when the claim no longer belongs to this holder. */
export async function markSettling(
  db: Queryable,
  { claim, transactionId, now }: { claim: Claim; transactionId: string | null; now: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update x402_claims set state = 'settling', transaction_id = $6, updated_at = $7
     where ${matchesKey} and holder = $5 and state = 'claimed'`,
    [...keyParams(claim), claim.holder, transactionId, now],
  )
  return rowCount === 1
}

/** Saves the outcome of a claim that is settling. Returns false when it has one already. */
export async function endClaim(
  db: Queryable,
  input: {
    claim: ClaimKey
    state: 'settled' | 'failed'
    transactionHash: Hash | null
    error: string | null
    subscriptionId: string | null
    unconfirmedBlock?: bigint | null
    now: UnixMs
  },
): Promise<boolean> {
  const { claim, state, transactionHash, error, subscriptionId, unconfirmedBlock, now } = input
  const { rowCount } = await db.query(
    `update x402_claims set state = $5, transaction_hash = $6, error = $7,
       subscription_id = $8, unconfirmed_block = $9, updated_at = $10
     where ${matchesKey} and state = 'settling'`,
    [
      ...keyParams(claim),
      state,
      transactionHash,
      error,
      subscriptionId,
      unconfirmedBlock ?? null,
      now,
    ],
  )
  return rowCount === 1
}

/** Reopens a claim that failed without a transaction. Returns false when it is in another state. */
export async function reopenClaim(
  db: Queryable,
  { claim, now }: { claim: ClaimKey; now: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update x402_claims set state = 'settling', error = null, updated_at = $5
     where ${matchesKey} and state = 'failed' and transaction_hash is null`,
    [...keyParams(claim), now],
  )
  return rowCount === 1
}

/** Records a check of a settling claim. False if it changed or was checked after `before`. */
export async function takeLook(
  db: Queryable,
  { claim, before, now }: { claim: ClaimKey; before: UnixMs; now: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update x402_claims set updated_at = $6
     where ${matchesKey} and state = 'settling' and updated_at <= $5`,
    [...keyParams(claim), before, now],
  )
  return rowCount === 1
}

/** Saves the transaction that a remote facilitator reports. */
export async function saveReportedHash(
  db: Queryable,
  { claim, transactionHash }: { claim: ClaimKey; transactionHash: Hash },
): Promise<void> {
  await db.query(
    `update x402_claims set transaction_hash = $5 where ${matchesKey} and state = 'settling'`,
    [...keyParams(claim), transactionHash],
  )
}

/** Lists the states of the other claims that pay, or have paid, for an order. */
export async function listOtherClaimStates(
  db: Queryable,
  { merchant, receiptId, nonce }: { merchant: Address; receiptId: string; nonce: Hash },
): Promise<ClaimState[]> {
  const { rows } = await db.query<{ state: ClaimState }>(
    `select distinct state from x402_claims
     where merchant = $1 and receipt_id = $2 and nonce <> $3 and state in ('settling', 'settled')`,
    [merchant, receiptId, nonce],
  )
  return rows.map(({ state }) => state)
}

/** Claims open payments that are due, and makes them due again at `nextTryAt`. */
export async function takeDueClaims(
  db: Queryable,
  { now, nextTryAt, limit }: { now: UnixMs; nextTryAt: UnixMs; limit: number },
): Promise<Claim[]> {
  const claims = await claimColumns.list(
    db,
    `update x402_claims set next_try_at = $2
     where (chain_id, asset, payer, nonce) in (
       select chain_id, asset, payer, nonce from x402_claims
       where state in ('claimed', 'settling') and next_try_at <= $1
       order by next_try_at limit $3 for update skip locked
     )
     returning ${claimColumns.fields}`,
    [now, nextTryAt, limit],
  )
  return claims.map(toClaim)
}

/** Takes claims with a payment up to the block `finalized`. They are due again at `nextTryAt`. */
export async function takeUnconfirmedClaims(
  db: Queryable,
  input: { finalized: bigint; now: UnixMs; nextTryAt: UnixMs; limit: number },
): Promise<Claim[]> {
  const claims = await claimColumns.list(
    db,
    `update x402_claims set next_try_at = $3
     where (chain_id, asset, payer, nonce) in (
       select chain_id, asset, payer, nonce from x402_claims
       where unconfirmed_block <= $1 and next_try_at <= $2
       order by next_try_at limit $4 for update skip locked
     )
     returning ${claimColumns.fields}`,
    [input.finalized, input.now, input.nextTryAt, input.limit],
  )
  return claims.map(toClaim)
}

/** Sets the block of a plan's payment, or null once it is final. */
export async function updateUnconfirmedBlock(
  db: Queryable,
  { claim, block }: { claim: ClaimKey; block: bigint | null },
): Promise<void> {
  await db.query(`update x402_claims set unconfirmed_block = $5 where ${matchesKey}`, [
    ...keyParams(claim),
    block,
  ])
}

/** Records that the payment of a claim is not on the chain. Returns false when it is final. */
export async function failUnconfirmed(
  db: Queryable,
  { claim, error, now }: { claim: ClaimKey; error: string; now: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update x402_claims set state = 'failed', transaction_hash = null, error = $5, unconfirmed_block = null, updated_at = $6
     where ${matchesKey} and unconfirmed_block is not null`,
    [...keyParams(claim), error, now],
  )
  return rowCount === 1
}

/** Deletes a batch of ended claims last changed at `before` or earlier. Returns their number. */
export async function deleteEndedClaims(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from x402_claims where (chain_id, asset, payer, nonce) in (
       select chain_id, asset, payer, nonce from x402_claims
       where state in ('settled', 'failed') and updated_at <= $1 limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount
}

/** Deletes all claims of a merchant's orders. */
export async function deleteClaims(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from x402_claims where merchant = $1', [merchant])
}
