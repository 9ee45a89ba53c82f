import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import type { Queryable } from '../../../platform/db/db.js'

/** The known state of the tokens at a deposit address. */
export type KnownDeposits = {
  /** The units that deposits explain, by token. */
  explained: Map<Address, bigint>
  /** The tokens that a flush is about to move. */
  inFlight: Set<Address>
  /** The tokens that the payout address refused, until a later attempt. */
  refused: Set<Address>
}

/** Returns the known state of the tokens at a deposit address. */
export async function findKnownDeposits(
  db: Queryable,
  { deposit, now }: { deposit: Deposit; now: UnixMs },
): Promise<KnownDeposits> {
  const { chainId, address, payoutAddress } = deposit
  const deposits = await db.query<{ token: Address; units: string; is_in_flight: boolean }>(
    `select token, sum(units) as units, bool_or(flush_key is not null) as is_in_flight from payments
     where chain_id = $1 and deposit_address = $2 and kind = 'deposit' and state <> 'orphaned'
       and arrived_block is null
     group by token`,
    [chainId, address],
  )
  const backoffs = await db.query<{ token: Address }>(
    `select token from payout_backoffs
     where chain_id = $1 and payout_address = $2 and retry_after > $3
     union
     select token from payments
     where chain_id = $1 and deposit_address = $4 and arrived_block is null
       and state <> 'orphaned' and flush_after > $3`,
    [chainId, payoutAddress, now, address],
  )
  return {
    explained: new Map(deposits.rows.map(({ token, units }) => [token, BigInt(units)])),
    inFlight: new Set(deposits.rows.filter((row) => row.is_in_flight).map(({ token }) => token)),
    refused: new Set(backoffs.rows.map(({ token }) => token)),
  }
}

/** Returns whether a flush with this prefix of its key is not in an indexed block yet. */
export async function isInFlight(
  db: Queryable,
  { chainId, prefix }: { chainId: number; prefix: string },
): Promise<boolean> {
  const { rows } = await db.query(
    `select from outgoing_transactions as sent
       left join chain_cursors as cursor on cursor.chain_id = sent.chain_id
     where sent.chain_id = $1 and starts_with(sent.key, $2)
       and (sent.state in ('planned', 'signed', 'sent')
         or sent.state = 'mined' and sent.block_number > coalesce(cursor.block_number, 0))
     limit 1`,
    [chainId, prefix],
  )
  return rows.length > 0
}
