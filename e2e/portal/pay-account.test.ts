import { describe, expect, test } from 'vitest'
import { makeReceipt, useService } from '../helpers/client.js'
import { makeBuyer } from './make-buyer.js'
import { payAsTestBuyer } from './pay-as-test-buyer.js'
import { payHere } from './pay-here.js'
import { readTimeline } from './read-timeline.js'
import { seeInTimeline } from './see-in-timeline.js'
import { seeStatus } from './see-status.js'
import { useVisits } from './visit-portal.js'

const service = useService()
const visit = useVisits(service)
/** Who only signs needs no money. */
const nothing = {}

describe('signing in on the payment page', () => {
  test.concurrent('default: sign in, pay, and ask for the money back', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, id, close } = await visit({ wallets: [buyer] })
    await page.getByText('Sign in with your wallet', { exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with Stub' }).click()
    await page.getByText('Signed in as').waitFor()
    const by = buyer.address
    await seeInTimeline(service.program, { id, status: 'buyer_logged_in', by })

    await payHere(page)
    await seeStatus(page, 'Paid')
    await seeInTimeline(service.program, { id, status: 'checkout_success', by })

    await page.getByRole('button', { name: 'Ask for a refund' }).click()
    await seeStatus(page, 'Refund asked for')
    await seeInTimeline(service.program, { id, status: 'refund_requested', by })
    await close()
  })

  test.concurrent('behavior: signed out, another account can sign in', async () => {
    const [first, second] = await Promise.all([0, 1].map(() => makeBuyer(service.demo, nothing)))
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

  test.concurrent('error: a wallet that did not pay cannot ask for the money back', async () => {
    const id = await makeReceipt(service.program)
    const buyer = await makeBuyer(service.demo, nothing)
    await payAsTestBuyer(service, { id })
    await seeInTimeline(service.program, { id, status: 'paid' })
    const { page, close } = await visit({ id, wallets: [buyer] })
    await page.getByText('Ask for a refund', { exact: true }).click()
    await page.getByRole('button', { name: 'Ask with Stub' }).click()
    const message = 'Only the wallet that paid this receipt can request a refund.'
    await page.getByRole('alert').getByText(message).waitFor()
    await seeStatus(page, 'Paid')
    const words = (await readTimeline(service.program, id)).map(({ status }) => status)
    expect(words).not.toContain('refund_requested')
    await close()
  })

  test.concurrent('error: declined, and signed by another than the account', async () => {
    const buyer = await makeBuyer(service.demo, nothing)
    const other = await makeBuyer(service.demo, nothing)
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    await page.getByText('Sign in with your wallet', { exact: true }).click()
    const button = page.getByRole('button', { name: 'Sign in with Stub' })
    wallet.declined.add('personal_sign')
    await button.click()
    await page.getByText('You declined in your wallet. You can pay without signing in.').waitFor()

    wallet.declined.clear()
    wallet.signsAs = other.privateKey
    await button.click()
    await page.getByRole('alert').getByText('That wallet did not prove itself.').waitFor()
    const failureCode = 'PORTAL_CHAIN_WALLET_MISMATCH'
    await seeInTimeline(service.program, { id, status: 'attempt_failed', failureCode })
    expect(await page.getByRole('button', { name: 'Pay with Stub' }).isEnabled()).toBe(true)
    expect(await button.isEnabled()).toBe(true)
    await close()
  })
})
