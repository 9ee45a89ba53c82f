import { createPublicClient, http } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { useOwnService } from '../helpers/client.js'
import { connect } from '../helpers/demo-chain.js'
import { makeBuyer } from './make-buyer.js'
import { loadPortal } from './open-fed-portal.js'
import { payHere } from './pay-here.js'
import { seeStatus } from './see-status.js'
import { useVisits, type Visit } from './visit-portal.js'

/** With a chain of its own, which these stop, turn back and make forget; and payments that do not count at once. */
const service = useOwnService({ SANDBOX_CHAIN: 'on', CONFIRMATIONS: '3' })
const visit = useVisits(service)
const due = 25_000_000n
const waiting = { timeout: 60_000, interval: 100 }

const callChain = (method: string, ...params: unknown[]) =>
  createPublicClient({ transport: http(service.demo.chain?.rpcUrl) }).request({
    ...{ method, params },
  } as never)
const mine = (blocks: number) => callChain('anvil_mine', `0x${blocks.toString(16)}`)

async function payFromElsewhere({ id }: Visit, symbol: string): Promise<void> {
  const { depositAddress } = (await loadPortal(service, id)).payment
  await connect(service.demo).pay(symbol, { to: depositAddress as `0x${string}`, units: due })
}

describe('a payment that goes wrong', () => {
  test('behavior: in a block that is taken back it is not there, and then it is', async () => {
    const visited = await visit()
    await payFromElsewhere(visited, 'USDC')
    await seeStatus(visited.page, 'Confirming')
    await visited.page.getByText('1 of 3 confirmations').waitFor()

    await callChain('anvil_reorg', 1, [])
    await seeStatus(visited.page, 'Waiting for payment')
    await payFromElsewhere(visited, 'USDC')
    await mine(2)
    await seeStatus(visited.page, 'Paid')
    expect(await visited.page.getByText('more than was due').count()).toBe(0)
    await visited.close()
  })

  test('behavior: what the network forgets can be paid again', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, wallet, close } = await visit({ wallets: [buyer] })
    await callChain('evm_setAutomine', false)
    await payHere(page)
    await seeStatus(page, 'Sent')
    await vi.waitUntil(() => wallet.sent.length === 1, waiting)
    await callChain('anvil_dropTransaction', wallet.sent[0])
    await callChain('evm_setAutomine', true)
    await mine(3)
    await page.reload()
    await seeStatus(page, 'Sent')

    await page.getByText('That payment did not go out', { exact: true }).click()
    await payHere(page)
    await vi.waitUntil(() => wallet.sent.length === 2, waiting)
    await mine(3)
    await seeStatus(page, 'Paid')
    expect(await page.getByText('more than was due').count()).toBe(0)
    await close()
  })

  test('behavior: two buyers at once are told what was paid too much', async () => {
    const buyers = await Promise.all([0, 1].map(() => makeBuyer(service.demo)))
    const first = await visit({ wallets: [{ ...buyers[0] }] })
    const second = await visit({ id: first.id, wallets: [{ ...buyers[1] }] })
    await callChain('evm_setAutomine', false)
    await Promise.all([payHere(first.page), payHere(second.page)])
    const sent = () => first.wallet.sent.length + second.wallet.sent.length
    await vi.waitUntil(() => sent() === 2, waiting)
    await callChain('evm_setAutomine', true)
    await mine(3)
    for (const { page, close } of [first, second]) {
      await seeStatus(page, 'Paid')
      await page.getByText('You paid 25.00 USD more than was due.').waitFor()
      await close()
    }
  })

  test('error: in a token that the shop does not take', async () => {
    const visited = await visit()
    await payFromElsewhere(visited, 'EURC')
    await mine(2)
    await seeStatus(visited.page, 'Needs a look')
    await visited.page.getByText('Nothing was marked as paid.').waitFor()

    await payFromElsewhere(visited, 'USDC')
    await mine(2)
    await seeStatus(visited.page, 'Paid')
    await visited.close()
  })
})
