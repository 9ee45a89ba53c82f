// @module-tag slow
import type { PortalReceipt } from '@tallystick/sdk'
import { describe, expect, test } from 'vitest'
import { useService } from '../helpers/client.js'
import { connect } from '../helpers/demo-chain.js'
import { makeBuyer } from '../helpers/portal/make-buyer.js'
import { fetchPortalReceipt } from '../helpers/portal/open-simulated-portal.js'
import {
  payWithStubWallet,
  waitForProgressStep,
  waitForStatus,
} from '../helpers/portal/page-actions.js'
import { readTransfers } from '../helpers/portal/read-transfers.js'
import { readTimeline, waitForTimelineEntry } from '../helpers/portal/timeline.js'
import { useVisits, type Visit } from '../helpers/portal/visit-portal.js'

type Hex = `0x${string}`

const service = useService()
const visit = useVisits(service)

function findOption({ payment }: PortalReceipt, symbol: string) {
  const option = payment.options.find((option) => option.symbol === symbol)
  if (!option) throw new Error(`The receipt cannot be paid in ${symbol}.`)
  return { to: payment.depositAddress as Hex, units: BigInt(option.amountUnits), ...option }
}

/** Waits until the page says that the receipt is paid, without a reload or an error. */
async function waitForPaid({ page, serverErrors, pageErrors }: Visit): Promise<void> {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await waitForStatus(page, 'Paid')
  await waitForProgressStep(page, 'Paid')
  await page.locator('.progress .done-3').waitFor()
  expect(loads).toBe(0)
  expect(serverErrors).toEqual([])
  expect(pageErrors).toEqual([])
}

describe('payment on the payment page', () => {
  test.concurrent.each(['USDC', 'USDT', 'ETH'])('default: %s with a wallet', async (symbol) => {
    const buyer = await makeBuyer(service.demo)
    const visited = await visit({ wallets: [buyer] })
    const { page, id, wallet } = visited
    const { to, units, token } = findOption(await fetchPortalReceipt(service, id), symbol)
    const chain = connect(service.demo)
    const before = await chain.balanceIn(symbol, buyer.address)

    await payWithStubWallet(page, { symbol })
    await waitForPaid(visited)

    expect(wallet.sentHashes).toHaveLength(1)
    const { fee, transfers } = await readTransfers(service.demo, wallet.sentHashes[0] as Hex)
    expect(transfers).toEqual([
      {
        token: token?.toLowerCase() ?? null,
        units,
        from: buyer.address.toLowerCase(),
        to: to.toLowerCase(),
      },
    ])
    const spent = before - (await chain.balanceIn(symbol, buyer.address))
    expect(spent).toBe(symbol === 'ETH' ? units + fee : units)
    // The page says "Paid" before the payout is mined.
    await waitForTimelineEntry(service.program, { id, status: 'completed' })
    expect(await chain.balanceIn(symbol, to)).toBe(0n)
    await visited.close()
  })

  test.concurrent('behavior: a signature costs the buyer no fee', async () => {
    const buyer = await makeBuyer(service.demo)
    const visited = await visit({ wallets: [buyer] })
    const { page, id, wallet } = visited
    const chain = connect(service.demo)
    const before = await chain.balanceIn('USDC', buyer.address)
    const ethBalance = await chain.balanceIn('ETH', buyer.address)

    await payWithStubWallet(page, { isGasless: true })
    await waitForPaid(visited)

    expect(wallet.countCalls('eth_sendTransaction')).toBe(0)
    expect(wallet.countCalls('eth_signTypedData_v4')).toBe(1)
    expect(await chain.balanceIn('USDC', buyer.address)).toBe(before - 25_000_000n)
    expect(await chain.balanceIn('ETH', buyer.address)).toBe(ethBalance)
    const statuses = (await readTimeline(service.program, id)).map(({ status }) => status)
    expect(statuses).toEqual(
      expect.arrayContaining(['link_opened', 'checkout_initialized', 'paid']),
    )
    await visited.close()
  })

  test.concurrent('behavior: detects a transfer from another wallet', async () => {
    const { privateKey: buyerPrivateKey } = await makeBuyer(service.demo)
    const visited = await visit()
    const { to, units } = findOption(await fetchPortalReceipt(service, visited.id), 'USDC')
    await connect({ ...service.demo, buyerPrivateKey }).pay('USDC', { to, units })
    await waitForPaid(visited)
    await visited.close()
  })

  test.concurrent('behavior: two buyers pay their own receipts at once', async () => {
    const dollars = [11, 12] as const
    const pay = async (usd: number) => {
      const lineItems = [{ label: 'Lunch', priceUsd: usd }]
      const buyer = await makeBuyer(service.demo)
      const visited = await visit({ receipt: { lineItems, totalUsd: usd }, wallets: [buyer] })
      await payWithStubWallet(visited.page, { isGasless: usd === 11 })
      await waitForPaid(visited)
      const balance = await connect(service.demo).balanceIn('USDC', buyer.address)
      const { buyerWallet } = (await service.program(`GET /api/receipts/${visited.id}`)).body
      await visited.close()
      return { usd, left: balance, isPayer: buyerWallet === buyer.address }
    }
    expect(await Promise.all(dollars.map(pay))).toEqual([
      { usd: 11, left: 989_000_000n, isPayer: true },
      { usd: 12, left: 988_000_000n, isPayer: true },
    ])
  })
})
