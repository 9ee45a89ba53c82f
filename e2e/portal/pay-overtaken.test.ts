import { describe, expect, test, vi } from 'vitest'
import { useService } from '../helpers/client.js'
import { chooseAsset } from './choose-asset.js'
import { makeBuyer } from './make-buyer.js'
import { payAsTestBuyer } from './pay-as-test-buyer.js'
import { payHere } from './pay-here.js'
import { seeStatus } from './see-status.js'
import { takeShot } from './take-shot.js'
import { useVisits } from './visit-portal.js'

const service = useService()
const visit = useVisits(service)
const quoteMs = 15 * 60_000

describe('a page that was overtaken', () => {
  test.concurrent('behavior: paid elsewhere, a wallet that was asked is asked for nothing more', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    const release = wallet.hold('eth_requestAccounts')
    await payHere(page)
    await page.getByText('Stub: Choose an account in your wallet.').waitFor()
    await payAsTestBuyer(service, { id })
    await seeStatus(page, 'Paid')
    const told = page.getByRole('alert').getByText('If your wallet still asks, decline it there.')
    await told.waitFor()
    await takeShot(page, 'overtaken')

    release()
    await told.waitFor({ state: 'hidden' })
    expect(wallet.asked('eth_sendTransaction')).toBe(0)
    expect(await page.getByText('more than was due').count()).toBe(0)
    await close()
  })

  test.concurrent('behavior: a signature that came to nothing can be given again', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, close } = await visit({ wallets: [buyer] })
    let handedIn = 0
    await page.route('**/authorize?*', async (route) => {
      handedIn += 1
      await route.fulfill({ json: { ok: true, txHash: null } })
    })
    await payHere(page, { isGasless: true })
    await vi.waitUntil(() => handedIn === 1, { timeout: 60_000, interval: 50 })
    // The service says that nothing is on its way, and it knows.
    await seeStatus(page, 'Waiting for payment')
    await page.unroute('**/authorize?*')
    await payHere(page, { isGasless: true })
    await seeStatus(page, 'Paid')
    await close()
  })

  test.concurrent('error: a price that ran out is not offered while there is no new one', async () => {
    const { page, close } = await visit()
    await chooseAsset(page, 'ETH')
    const code = page.getByRole('img', { name: /^Payment code/ })
    await code.waitFor()
    await page.route('**/api/portal/**', (route) => route.abort())
    await page.clock.setFixedTime(Date.now() + quoteMs + 1_000)
    await page.getByText('The price in ETH has run out').waitFor()
    expect(await code.count()).toBe(0)
    await takeShot(page, 'price-run-out')
    expect(await page.getByRole('button', { name: 'Copy amount' }).count()).toBe(0)
    await chooseAsset(page, 'USDC')
    await code.waitFor()

    await chooseAsset(page, 'ETH')
    await page.clock.setFixedTime(Date.now())
    await code.waitFor()
    await close()
  })
})
