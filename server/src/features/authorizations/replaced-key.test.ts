import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aSigningBuyer } from '../../../test/fixtures/authorization.js'
import { type Paying, startPaying } from '../../../test/paying.js'
import type { Hex } from '../../platform/chain/chain.js'
import { listAttempts } from '../../platform/chain/outgoing/stores/attempt-store.js'
import { findById } from '../../platform/chain/outgoing/stores/outgoing-store.js'
import { createTransactionSender } from '../../platform/chain/outgoing/transaction-sender.js'
import { walletOf } from '../../platform/chain/signing-keys.js'
import { onAuthorizationFailed } from '../portal/checkout/apply-progress.js'
import { endAuthorizations } from './end-authorizations.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())
afterEach(() => paying.chain.call('evm_setAutomine', true))

/** Creates the sender of a process that was restarted with another key. */
async function senderWithNewKey() {
  const relayerPrivateKey: Hex = `0x${randomBytes(32).toString('hex')}`
  const balance = `0x${(10n ** 18n).toString(16)}`
  await paying.chain.call('anvil_setBalance', await walletOf(relayerPrivateKey), balance)
  const { ctx } = paying.app
  const config = { ...ctx.config, relayerPrivateKey }
  return createTransactionSender({ ...ctx, config }, { idleMs: 0 })
}

/** Submits a signed payment that stays out of blocks, and stops its sender. */
async function aPendingPayment() {
  const buyer = await aSigningBuyer(paying)
  await buyer.checkOut()
  await paying.chain.call('evm_setAutomine', false)
  expect((await buyer.post('authorize', await buyer.sign())).statusCode).toBe(200)
  const { ctx } = paying.app
  // The sender of an earlier test may still follow this signer.
  await ctx.db.query('update outgoing_signers set leased_until = 0')
  const former = createTransactionSender(ctx, { idleMs: 0 })
  await former.runRound()
  await former.stop()
  const { rows } = await ctx.db.query<{ id: string }>(
    'select transaction_id as id from portal_authorizations where merchant = $1 and receipt_id = $2',
    [buyer.merchant, buyer.receiptId],
  )
  const id = rows[0]?.id ?? ''
  const attempts = () => listAttempts(ctx.db, [id])
  const wait = (ms: number) =>
    ctx.db.query('update outgoing_transactions set state_since = state_since - $2 where id = $1', [
      id,
      ms,
    ])
  return { buyer, id, attempts, wait, find: () => findById(ctx.db, id) }
}

const job = endAuthorizations({ onFailed: onAuthorizationFailed })

describe('a replaced relayer key', () => {
  test.each(['former', 'new'] as const)(
    'behavior: a signed payment is paid once when the %s transaction is mined first',
    { tags: 'slow', timeout: 60_000 },
    async (first) => {
      const { ctx } = paying.app
      const { buyer, attempts, wait, find } = await aPendingPayment()
      const sender = await senderWithNewKey()
      await sender.runRound()
      await sender.runRound()
      expect(await attempts()).toHaveLength(1)

      await wait(120_000)
      const [former] = await attempts()
      if (first === 'new') await paying.chain.call('anvil_dropTransaction', former?.hash)
      await sender.runRound()
      await sender.runRound()
      expect(await attempts()).toHaveLength(2)
      await paying.chain.call('evm_mine')
      if (first === 'new') await paying.chain.call('eth_sendRawTransaction', former?.raw)
      await paying.chain.call('evm_mine')
      await paying.chain.call('evm_setAutomine', true)

      for (let round = 0; round < 8; round += 1) {
        await paying.watch()
        await sender.runRound()
        await job.run(ctx, new AbortController().signal)
        await paying.mine()
      }
      const receipts = await Promise.all(
        (await attempts()).map(({ hash }) => ctx.chain?.findReceipt(hash)),
      )
      const statuses = receipts.map((receipt) => receipt?.isSuccess)
      expect(statuses).toEqual(first === 'former' ? [true, false] : [false, true])
      expect(await find()).toMatchObject({ state: 'final' })

      const { status, timeline } = await buyer.receipt()
      expect(status).toBe('reconciled')
      const entries = timeline.map((entry: { status: string }) => entry.status)
      expect(entries.filter((entry: string) => entry === 'paid')).toHaveLength(1)
      expect(entries).not.toContain('attempt_failed')
      expect(entries).not.toContain('failed')
      const { rows } = await ctx.db.query(
        `select id from outgoing_transactions where payer = $1 and state = 'reverted'`,
        [buyer.payer.address],
      )
      expect(rows).toEqual([])
      await sender.stop()
    },
  )
})
