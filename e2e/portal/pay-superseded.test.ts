// @module-tag slow
import { describe, expect, test, vi } from 'vitest'
import { useService } from '../helpers/client.js'
import { makeBuyer } from '../helpers/portal/make-buyer.js'
import { chooseAsset, payWithStubWallet, waitForStatus } from '../helpers/portal/page-actions.js'
import { payAsTestBuyer } from '../helpers/portal/pay-as-test-buyer.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { useVisits } from '../helpers/portal/visit-portal.js'

const service = useService()
const visit = useVisits(service)
const quoteMs = 15 * 60_000

describe('outdated payment pages', () => {
  test.concurrent('behavior: sends no further wallet request after another payment', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    const release = wallet.hold('eth_requestAccounts')
    await payWithStubWallet(page)
    await page.getByText('Stub: Choose an account in your wallet.').waitFor()
    await payAsTestBuyer(service, { id })
    await waitForStatus(page, 'Paid')
    const warning = page
      .getByRole('alert')
      .getByText('If your wallet still asks you to confirm, reject the request.')
    await warning.waitFor()
    await takeScreenshot(page, 'superseded')

    release()
    await warning.waitFor({ state: 'hidden' })
    expect(wallet.countCalls('eth_sendTransaction')).toBe(0)
    expect(await page.getByText('overpaid').count()).toBe(0)
    await close()
  })

  test.concurrent('behavior: a signature without effect can be repeated', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, close } = await visit({ wallets: [buyer] })
    let submitted = 0
    await page.route('**/authorize?*', async (route) => {
      submitted += 1
      await route.fulfill({ json: { ok: true, txHash: null } })
    })
    await payWithStubWallet(page, { isGasless: true })
    await vi.waitUntil(() => submitted === 1, { timeout: 60_000, interval: 50 })
    // The service reports no payment, which overrides the page's own state.
    await waitForStatus(page, 'Waiting for payment')
    await page.unroute('**/authorize?*')
    await payWithStubWallet(page, { isGasless: true })
    await waitForStatus(page, 'Paid')
    await close()
  })

  test.concurrent('error: an expired quote is not offered until it is renewed', async () => {
    const { page, close } = await visit()
    await chooseAsset(page, 'ETH')
    const code = page.getByRole('img', { name: /QR code/ })
    await code.waitFor()
    await page.route('**/api/portal/**', (route) => route.abort())
    await page.clock.setFixedTime(Date.now() + quoteMs + 1_000)
    await page.getByText('This ETH quote has expired').waitFor()
    expect(await code.count()).toBe(0)
    await takeScreenshot(page, 'quote-expired')
    expect(await page.getByRole('button', { name: 'Copy amount' }).count()).toBe(0)
    await chooseAsset(page, 'USDC')
    await code.waitFor()

    await chooseAsset(page, 'ETH')
    await page.clock.setFixedTime(Date.now())
    await code.waitFor()
    await close()
  })
})
