// @module-tag slow
import { describe, expect, test } from 'vitest'
import { makeReceipt, useService } from '../helpers/client.js'
import { makeBuyer } from '../helpers/portal/make-buyer.js'
import { payWithStubWallet, waitForStatus } from '../helpers/portal/page-actions.js'
import { payAsTestBuyer } from '../helpers/portal/pay-as-test-buyer.js'
import { readTimeline, waitForTimelineEntry } from '../helpers/portal/timeline.js'
import { useVisits } from '../helpers/portal/visit-portal.js'

const service = useService()
const visit = useVisits(service)
/** Signing needs no funds. */
const noFunds = {}

describe('sign-in on the payment page', () => {
  test.concurrent('default: sign in, pay and request a refund', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, id, close } = await visit({ wallets: [buyer] })
    await page.getByText('Sign in with your wallet', { exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with Stub' }).click()
    await page.getByText('Signed in as').waitFor()
    const by = buyer.address
    await waitForTimelineEntry(service.program, { id, status: 'buyer_logged_in', by })

    await payWithStubWallet(page)
    await waitForStatus(page, 'Paid')
    await waitForTimelineEntry(service.program, { id, status: 'checkout_success', by })

    await page.getByRole('button', { name: 'Request a refund' }).click()
    await waitForStatus(page, 'Refund requested')
    await waitForTimelineEntry(service.program, { id, status: 'refund_requested', by })
    await close()
  })

  test.concurrent('behavior: another account can sign in after a sign-out', async () => {
    const [first, second] = await Promise.all([0, 1].map(() => makeBuyer(service.demo, noFunds)))
    const { page, wallet, close } = await visit({ wallets: [{ ...first }] })
    await page.getByText('Sign in with your wallet', { exact: true }).click()
    const signIn = page.getByRole('button', { name: 'Sign in with Stub' })
    await signIn.click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn.waitFor()
    const whoAmI = () => page.evaluate(async () => (await fetch('/api/auth/me')).json())
    expect(await whoAmI()).toMatchObject({ error: 'unauthorized' })

    wallet.privateKey = second?.privateKey ?? null
    await signIn.click()
    await page.getByText('Signed in as').waitFor()
    expect(await whoAmI()).toMatchObject({ wallet: second?.address })
    await close()
  })

  test.concurrent('error: an expired sign-in says what to do next', async () => {
    const buyer = await makeBuyer(service.demo, noFunds)
    const { page, close } = await visit({ wallets: [buyer] })
    await page.getByText('Sign in with your wallet', { exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with Stub' }).click()
    await page.getByText('Signed in as').waitFor()
    await page.context().clearCookies({ name: 'cb_auth_token' })
    await page.reload()
    await page.getByText('Sign in with your wallet', { exact: true }).click()
    const message = 'Your sign-in has expired. Sign in again to continue.'
    await page.getByRole('alert').getByText(message).waitFor()
    await page.getByRole('button', { name: 'Sign in with Stub' }).click()
    await page.getByText('Signed in as').waitFor()
    await close()
  })

  test.concurrent('error: a wallet that did not pay cannot request a refund', async () => {
    const id = await makeReceipt(service.program)
    const buyer = await makeBuyer(service.demo, noFunds)
    await payAsTestBuyer(service, { id })
    await waitForTimelineEntry(service.program, { id, status: 'paid' })
    const { page, close } = await visit({ id, wallets: [buyer] })
    await page.getByText('Request a refund', { exact: true }).click()
    await page.getByRole('button', { name: 'Request with Stub' }).click()
    const message = 'Only the wallet that paid this receipt can request a refund.'
    await page.getByRole('alert').getByText(message).waitFor()
    await waitForStatus(page, 'Paid')
    const statuses = (await readTimeline(service.program, id)).map(({ status }) => status)
    expect(statuses).not.toContain('refund_requested')
    await close()
  })

  test.concurrent('error: the signature is rejected, or made by another account', async () => {
    const buyer = await makeBuyer(service.demo, noFunds)
    const other = await makeBuyer(service.demo, noFunds)
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    await page.getByText('Sign in with your wallet', { exact: true }).click()
    const button = page.getByRole('button', { name: 'Sign in with Stub' })
    wallet.rejected.add('personal_sign')
    await button.click()
    await page
      .getByText('You rejected the request in your wallet. You can pay without signing in.')
      .waitFor()

    wallet.rejected.clear()
    wallet.signsAs = other.privateKey
    await button.click()
    await page.getByRole('alert').getByText('The signature does not match the account.').waitFor()
    const failureCode = 'PORTAL_CHAIN_WALLET_MISMATCH'
    await waitForTimelineEntry(service.program, { id, status: 'attempt_failed', failureCode })
    expect(await page.getByRole('button', { name: 'Pay with Stub' }).isEnabled()).toBe(true)
    expect(await button.isEnabled()).toBe(true)
    await close()
  })
})
