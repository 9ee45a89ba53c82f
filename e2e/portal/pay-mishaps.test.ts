// @module-tag slow
import { createPublicClient, http } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { useOwnService } from '../helpers/client.js'
import { connect } from '../helpers/demo-chain.js'
import { makeBuyer } from '../helpers/portal/make-buyer.js'
import { fetchPortalReceipt } from '../helpers/portal/open-simulated-portal.js'
import { payWithStubWallet, waitForStatus } from '../helpers/portal/page-actions.js'
import { useVisits, type Visit } from '../helpers/portal/visit-portal.js'

/**
 * Has its own chain, which the tests pause, reorganize and drop transactions from. Payments need
 * confirmations.
 */
const service = useOwnService({ SANDBOX_CHAIN: 'on', CONFIRMATIONS: '3' })
const visit = useVisits(service)
const dueUnits = 25_000_000n
const patience = { timeout: 60_000, interval: 100 }

const callChain = (method: string, ...params: unknown[]) =>
  createPublicClient({ transport: http(service.demo.chain?.rpcUrl) }).request({
    method,
    params,
  } as never)
const mineBlocks = (blocks: number) => callChain('anvil_mine', `0x${blocks.toString(16)}`)

async function payFromElsewhere({ id }: Visit, symbol: string): Promise<void> {
  const { depositAddress } = (await fetchPortalReceipt(service, id)).payment
  await connect(service.demo).pay(symbol, { to: depositAddress as `0x${string}`, units: dueUnits })
}

describe('failed payments', () => {
  test('behavior: a reorganized payment disappears until it is paid again', async () => {
    const visited = await visit()
    await payFromElsewhere(visited, 'USDC')
    await waitForStatus(visited.page, 'Confirming')
    await visited.page.getByText('1 of 3 confirmations').waitFor()

    await callChain('anvil_reorg', 1, [])
    await waitForStatus(visited.page, 'Waiting for payment')
    await payFromElsewhere(visited, 'USDC')
    await mineBlocks(2)
    await waitForStatus(visited.page, 'Paid')
    expect(await visited.page.getByText('overpaid').count()).toBe(0)
    await visited.close()
  })

  test('behavior: a dropped transaction can be paid again', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, wallet, close } = await visit({ wallets: [buyer] })
    await callChain('evm_setAutomine', false)
    await payWithStubWallet(page)
    await waitForStatus(page, 'Sent')
    await vi.waitUntil(() => wallet.sentHashes.length === 1, patience)
    await callChain('anvil_dropTransaction', wallet.sentHashes[0])
    await callChain('evm_setAutomine', true)
    await mineBlocks(3)
    await page.reload()
    await waitForStatus(page, 'Sent')

    await page.getByText('My payment was not sent', { exact: true }).click()
    await payWithStubWallet(page)
    await vi.waitUntil(() => wallet.sentHashes.length === 2, patience)
    await mineBlocks(3)
    await waitForStatus(page, 'Paid')
    expect(await page.getByText('overpaid').count()).toBe(0)
    await close()
  })

  test('behavior: shows the overpayment of two buyers', async () => {
    const buyers = await Promise.all([0, 1].map(() => makeBuyer(service.demo)))
    const first = await visit({ wallets: [{ ...buyers[0] }] })
    const second = await visit({ id: first.id, wallets: [{ ...buyers[1] }] })
    await callChain('evm_setAutomine', false)
    await payWithStubWallet(first.page)
    // The second page shows the payment of the first, which its buyer did not send.
    await waitForStatus(second.page, 'Sent')
    await second.page.getByText('My payment was not sent', { exact: true }).click()
    await payWithStubWallet(second.page)
    const sent = () => first.wallet.sentHashes.length + second.wallet.sentHashes.length
    await vi.waitUntil(() => sent() === 2, patience)
    await callChain('evm_setAutomine', true)
    await mineBlocks(3)
    for (const { page, close } of [first, second]) {
      await waitForStatus(page, 'Paid')
      await page.getByText('You overpaid by $25.00.').waitFor()
      await close()
    }
  })

  test('error: the payment uses a token that the shop does not accept', async () => {
    const visited = await visit()
    await payFromElsewhere(visited, 'EURC')
    await mineBlocks(2)
    await waitForStatus(visited.page, 'Needs attention')
    await visited.page.getByText('does not count toward this receipt.').waitFor()

    await payFromElsewhere(visited, 'USDC')
    await mineBlocks(2)
    await waitForStatus(visited.page, 'Paid')
    await visited.close()
  })
})
