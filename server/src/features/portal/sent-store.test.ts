import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import { aHash } from './buyer.properties.js'
import { aTaken, moveTo } from './gasless/taken.properties.js'
import { findSent } from './sent-store.js'
import { isPaymentUnderWay } from './session-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aRef = () => ({ merchant: aWallet(), receiptId: 'r-1' })

async function payBy(ref: ReturnType<typeof aRef>, txHash: string): Promise<void> {
  await ctx.db.query(
    `insert into payments (
       chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payout_address,
       block_number, block_hash, paid_at, state, created_at
     ) values (84532, $2, 0, $1, 'r-1', 'gateway', '0x', 1, '0x', 1, '0x', 0, 'seen', 0)`,
    [ref.merchant, txHash],
  )
}

const underWay: readonly [OutgoingState, boolean][] = [
  ['planned', true],
  ['signed', true],
  ['sent', true],
  ['mined', true],
  ['final', true],
  ['failed', false],
  ['reverted', false],
]

describe('findSent', () => {
  test.each(underWay)('default: %s, and nothing has come: %s', async (state, expected) => {
    const ref = aRef()
    const hash = state === 'planned' ? null : aHash()
    expect(await findSent(ctx.db, ref)).toBeNull()
    await moveTo(ctx, { id: await aTaken(ctx, ref), state, hash })
    expect(await findSent(ctx.db, ref)).toEqual(expected ? { txHash: hash, at: testNow } : null)
    expect(await isPaymentUnderWay(ctx.db, ref)).toBe(expected)
    expect(await isPaymentUnderWay(ctx.db, { ...ref, receiptId: 'r-2' })).toBe(false)
    expect(await findSent(ctx.db, { ...ref, merchant: aWallet() })).toBeNull()
  })

  test('behavior: over when its payment is written down, until a block is lost', async () => {
    const [ref, hash] = [aRef(), aHash()]
    const id = await aTaken(ctx, ref)
    await moveTo(ctx, { id, state: 'mined', hash })
    await payBy(ref, aHash())
    expect(await findSent(ctx.db, ref)).not.toBeNull()
    await payBy(ref, hash)
    expect(await findSent(ctx.db, ref)).toBeNull()
    await moveTo(ctx, { id, state: 'sent', hash })
    expect(await findSent(ctx.db, ref)).toEqual({ txHash: hash, at: testNow })
  })
})
