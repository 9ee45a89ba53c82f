import type { PortalRef } from '../../../auth/portal-tokens.js'
import type { Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { OutgoingState } from '../../../platform/chain/outgoing/outgoing.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import { findToken, type Token } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { aHash } from '../buyer.properties.js'
import { insertAuthorization } from './authorization-store.js'
import { encodeAuthorization } from './encode-authorization.js'

const chainId = 84_532

/** A signed payment that a receipt has taken, of 12 dollars unless the test says otherwise. Returns the id of its transaction, which is planned. */
export async function aTaken(
  ctx: Context,
  ref: PortalRef,
  { units = 12_000_000n }: { units?: bigint } = {},
): Promise<string> {
  const { merchant, receiptId } = ref
  const deposit = depositOf({ chainId }, { merchant, id: receiptId, payoutAddress: merchant })
  const { address: token } = findToken(chainId, 'USDC') as Token
  const { data } = await encodeAuthorization(
    {
      ...{ symbol: 'USDC', payer: merchant, units: baseUnits(units), signature: '0x' },
      ...{ validAfterSeconds: 0, validBeforeSeconds: 1, salt: aHash() as Hash },
    },
    { deposit, token },
  )
  const { id } = await planTransaction(ctx, {
    ...{ chainId, key: aHash(), purpose: 'payment.authorized', merchant },
    ...{ to: merchant, data, value: 0n },
  })
  await insertAuthorization(ctx.db, { ...ref, transactionId: id, now: ctx.now() })
  return id
}

let nonce = 0

/** Moves it on as whoever sends it does. */
export async function moveTo(
  { db }: Pick<Context, 'db'>,
  { id, state, hash }: { id: string; state: OutgoingState; hash: string | null },
): Promise<void> {
  nonce += 1
  const isSigned = state !== 'planned' && state !== 'failed'
  const isInBlock = state === 'mined' || state === 'reverted' || state === 'final'
  await db.query(
    `update outgoing_transactions set state = $2, hash = $3, signer = $4, nonce = $5, block_hash = $6
     where id = $1`,
    [id, state, hash, isSigned ? '0x' : null, isSigned ? nonce : null, isInBlock ? '0x' : null],
  )
}

/** Lets it wait for money, as whoever sends it does. */
export async function lackMoney({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await db.query('update outgoing_transactions set error = $2, error_since = 0 where id = $1', [
    ...[id, 'The signer needs up to 1 ether for it and has 0 left'],
  ])
}
