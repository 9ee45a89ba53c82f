import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAuthorizations } from '../../../src/features/authorizations/end-authorizations.js'
import { overlap } from '../../../src/features/payments/index/index-chain.js'
import { onAuthorizationFailed } from '../../../src/features/portal/checkout/apply-progress.js'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { DAY_MS } from '../../../src/lib/time.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { topics } from '../../../src/platform/chain/logs/decode-logs.js'
import { aSigningBuyer } from '../../fixtures/authorization.js'
import { aSeller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

test.each([
  { name: 'a split', hasSplit: true },
  { name: 'a wallet', hasSplit: false },
])(
  'behavior: a signed payment to $name, which the relayer sent, counts although a lagging node left its event out',
  { tags: 'slow', timeout: 60_000 },
  async ({ hasSplit }) => {
    const { ctx } = paying.app
    const seller = await aSeller(paying.app, { hasSplit })
    const buyer = await aSigningBuyer(paying, { id: `r-${hasSplit}`, seller })
    const real = ctx.chain as Chain
    let isLagging = true
    const chain: Chain = {
      ...real,
      async listLogs(filter) {
        const logs = await real.listLogs(filter)
        return logs.filter((log) => !isLagging || log.topics[0] !== topics.received)
      },
    }
    const watcher = createWatcher({ ...ctx, chain }, chain)
    const job = endAuthorizations({ onFailed: onAuthorizationFailed })
    const signal = new AbortController().signal
    const round = async () => {
      await watcher.runRound(signal)
      await paying.sender.runRound()
      await job.run(ctx, signal)
    }
    const accepted = await buyer.post('authorize', await buyer.sign())
    expect(accepted.statusCode, accepted.body).toBe(200)
    for (let count = 0; count < 6; count += 1) await round()
    const { rows } = await ctx.db.query<{ state: string }>(
      `select state from outgoing_transactions where purpose = 'payment.authorized' and merchant = $1`,
      [seller.wallet],
    )
    expect(rows).toEqual([{ state: expect.stringMatching(/mined|final/) }])
    // Less than a minute on a chain with a block every two seconds.
    await paying.mine(Number(overlap) + 1)
    await round()
    isLagging = false
    for (let day = 0; day < 2; day += 1) {
      await paying.mine(1)
      for (let count = 0; count < 4; count += 1) await round()
      ctx.clock.advance(DAY_MS)
    }
    const { status } = (await seller.get(`/api/receipts/r-${hasSplit}`)).json()
    expect(status).toMatch(/paid|completed|reconciled/)
  },
)
