// @module-tag slow
import { describe, expect, test, vi } from 'vitest'
import { useService } from '../helpers/client.js'
import { makeBuyer } from '../helpers/portal/make-buyer.js'
import { fetchPortalReceipt } from '../helpers/portal/open-simulated-portal.js'
import { payWithStubWallet, waitForStatus } from '../helpers/portal/page-actions.js'
import { readTimeline, waitForFailure, waitForTimelineEntry } from '../helpers/portal/timeline.js'
import { useVisits } from '../helpers/portal/visit-portal.js'

const service = useService()
const visit = useVisits(service)
const declined = 'You declined the request in your wallet. You can try again.'
const declinedInWallet = `${declined} Nothing was charged.`
const otherChain = 1
const patience = { timeout: 60_000, interval: 100 }

describe('refused payments', () => {
  test.concurrent('default: a rejected payment can be repeated, and leaving the page fails it', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    const notice = page.getByRole('alert').getByText(declinedInWallet, { exact: true })
    wallet.rejected.add('eth_signTypedData_v4').add('eth_sendTransaction')
    await payWithStubWallet(page, { isGasless: true })
    await notice.waitFor()
    await payWithStubWallet(page)
    await vi.waitUntil(() => wallet.countCalls('eth_sendTransaction') === 1, patience)
    await notice.waitFor()
    expect(await page.getByRole('button', { name: 'Pay with Stub' }).isEnabled()).toBe(true)

    const failureCode = 'PORTAL_CHAIN_USER_REJECTED'
    await waitForTimelineEntry(service.program, { id, status: 'attempt_failed', failureCode })
    // Another device sees the failure while this page is still open.
    const portalReceipt = await fetchPortalReceipt(service, id)
    expect(portalReceipt).toMatchObject({
      status: 'checkout_initialized',
      failure: { code: failureCode },
    })

    await page.reload()
    await waitForFailure(service.program, { id, failureCode })
    await page.locator('.status').getByText(declined).waitFor()
    await close()
  })

  test.concurrent('behavior: sends no further wallet request after Cancel', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    const release = wallet.hold('eth_requestAccounts')
    await payWithStubWallet(page)
    await page.getByText('Stub: Choose an account in your wallet.').waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('alert').getByText('Canceled.').waitFor()
    await waitForFailure(service.program, { id, failureCode: 'PORTAL_SESSION_CANCELLED' })
    await waitForStatus(page, 'Not paid yet')

    release()
    await payWithStubWallet(page)
    await waitForStatus(page, 'Paid')
    expect(wallet.countCalls('eth_sendTransaction')).toBe(1)
    await close()
  })

  test.concurrent('behavior: switches the chain, and adds it when it is unknown', async () => {
    const buyer = await makeBuyer(service.demo)
    const ownChain = service.demo.chain?.chainId ?? 0
    const elsewhere = {
      ...buyer,
      chainId: otherChain,
      known: [otherChain, ownChain],
      isStuck: true,
    }
    const { page, wallet, close } = await visit({ wallets: [elsewhere] })

    await payWithStubWallet(page)
    await page.getByText('Your wallet is on another network. Switch it to Sandbox').waitFor()
    wallet.rejected.add('wallet_switchEthereumChain')
    await payWithStubWallet(page)
    await page.getByText(declinedInWallet).waitFor()
    expect(wallet.countCalls('eth_sendTransaction')).toBe(0)

    wallet.rejected.clear()
    Object.assign(wallet, { known: [otherChain], isStuck: false })
    wallet.calls.length = 0
    await payWithStubWallet(page)
    await waitForStatus(page, 'Paid')
    const methods = wallet.calls.map(({ method }) => method)
    expect(methods.filter((method) => method.startsWith('wallet_'))).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
    await close()
  })

  test.concurrent('behavior: does not send when the wallet has switched chains', async () => {
    const buyer = await makeBuyer(service.demo, { usdt: 25_000_000n, eth: 10n ** 18n })
    const { page, wallet, close } = await visit({ wallets: [buyer] })
    wallet.onRequest = (method) => {
      if (method === 'eth_gasPrice') wallet.chainId = otherChain
    }
    await payWithStubWallet(page, { symbol: 'USDT' })
    await page.getByText('Your wallet is on another network.').waitFor()
    expect(wallet.countCalls('eth_sendTransaction')).toBe(0)
    await close()
  })

  test.concurrent('behavior: shows the amount due and the balance when funds are short', async () => {
    const buyer = await makeBuyer(service.demo, { usdc: 1_500_000n, usdt: 30_000_000n })
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    await payWithStubWallet(page)
    await page.getByText('This wallet has 1.50 USDC, but 25.00 USDC is due.').waitFor()
    // This token cannot be paid by signature.
    await payWithStubWallet(page, { symbol: 'USDT' })
    await page.getByText('this wallet has 0.00 ETH. Add ETH, or pay another way.').waitFor()

    expect(wallet.countCalls('eth_sendTransaction')).toBe(0)
    const failureCode = 'PORTAL_CHAIN_INSUFFICIENT_BALANCE'
    await waitForTimelineEntry(service.program, { id, status: 'attempt_failed', failureCode })
    const statuses = (await readTimeline(service.program, id)).map(({ status }) => status)
    expect(statuses).not.toContain('failed')
    await close()
  })

  test.concurrent('behavior: a signature works without funds for the fee', async () => {
    const buyer = await makeBuyer(service.demo, { usdc: 25_000_000n })
    const { page, wallet, close } = await visit({ wallets: [buyer] })
    await payWithStubWallet(page)
    await page.getByText('Pay by signature instead, which needs no network fee.').waitFor()
    await payWithStubWallet(page, { isGasless: true })
    await waitForStatus(page, 'Paid')
    expect(wallet.countCalls('eth_sendTransaction')).toBe(0)
    await close()
  })
})
