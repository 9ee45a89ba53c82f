import type { PortalReceipt } from '../../../auth/portal-tokens.js'
import type { OutgoingState } from '../../../platform/chain/outgoing/outgoing.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import type { Context } from '../../../platform/context.js'
import { aHash } from '../buyer.properties.js'
import { insertAuthorization } from './authorization-store.js'

/** A signed payment that a receipt has taken. Returns the id of its transaction, which is planned. */
export async function aTaken(ctx: Context, ref: PortalReceipt): Promise<string> {
  const { id } = await planTransaction(ctx, {
    ...{ chainId: 84_532, key: aHash(), purpose: 'payment.authorized', merchant: ref.merchant },
    ...{ to: ref.merchant, data: '0x', value: 0n },
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
