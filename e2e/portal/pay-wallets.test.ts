/// <reference lib="dom" />
import { describe, expect, test } from 'vitest'
import { useService } from '../helpers/client.js'
import { useVisits } from '../helpers/portal/visit-portal.js'

const service = useService()
const visit = useVisits(service)
const payButton = { name: /^Pay with / }

describe('wallets of the browser', () => {
  test.concurrent('default: shows one button per wallet', async () => {
    const { page, close } = await visit({
      wallets: [
        { name: 'Fern', rdns: 'test.fern' },
        { name: 'Moss', rdns: 'test.moss' },
      ],
    })
    const buttons = page.getByRole('button', payButton)
    await buttons.nth(1).waitFor()
    expect(await buttons.allInnerTexts()).toEqual(['Pay with Fern', 'Pay with Moss'])
    await close()
  })

  test.concurrent('behavior: reports that there is no wallet, and shows a late one', async () => {
    const { page, close } = await visit({ wallets: [{ name: 'Late', appears: 'on event' }] })
    await page.getByText('No wallet found in this browser.').waitFor()
    expect(await page.getByRole('button', payButton).count()).toBe(0)
    expect(await page.getByRole('checkbox').count()).toBe(0)

    await page.evaluate(() => dispatchEvent(new Event('stub-wallet:announce')))
    await page.getByRole('button', { name: 'Pay with Late' }).waitFor()
    expect(await page.getByRole('button', payButton).count()).toBe(1)
    expect(await page.getByText('No wallet found').count()).toBe(0)
    await close()
  })

  test.concurrent('behavior: falls back to window.ethereum', async () => {
    const { page, wallet, close } = await visit({ wallets: [{ appears: 'window.ethereum' }] })
    await page.getByRole('button', { name: 'Pay with Browser wallet' }).click()
    await page.getByText('Your wallet did not share an account. Unlock it and try again.').waitFor()
    expect(wallet.calls.map(({ method }) => method)).toEqual(['eth_requestAccounts'])
    expect(await page.getByRole('button', payButton).isEnabled()).toBe(true)
    await close()
  })

  test.concurrent('behavior: a computer without a wallet has a code for the phone, and wallets', async () => {
    const { page, close } = await visit()
    await page.getByRole('heading', { name: 'Open on your phone' }).waitFor()
    expect(await page.getByRole('img', { name: 'QR code that opens this page' }).isVisible()).toBe(
      true,
    )
    for (const name of ['MetaMask', 'Base', 'Trust', 'Rainbow']) {
      const link = page.getByRole('link', { name: `Open in ${name}` }).filter({ visible: true })
      const logo = link.locator('.logo')
      expect(await logo.evaluate((element) => getComputedStyle(element).backgroundImage)).toMatch(
        /^url\("data:image\/svg\+xml/,
      )
    }
    await close()
  })
})
