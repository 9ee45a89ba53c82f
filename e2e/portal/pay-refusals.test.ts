import { describe, expect, test, vi } from 'vitest'
import { useService } from '../helpers/client.js'
import { makeBuyer } from './make-buyer.js'
import { loadPortal } from './open-fed-portal.js'
import { payHere } from './pay-here.js'
import { readTimeline } from './read-timeline.js'
import { seeFailure } from './see-failure.js'
import { seeInTimeline } from './see-in-timeline.js'
import { seeStatus } from './see-status.js'
import { useVisits } from './visit-portal.js'

const service = useService()
const visit = useVisits(service)
const cancelledInWallet = 'You cancelled in your wallet. Nothing was charged.'
const otherChain = 1
const waiting = { timeout: 60_000, interval: 100 }

describe('paying with a wallet that does not', () => {
  test.concurrent('default: who declines may try again, and who leaves has failed', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    const notice = page.getByRole('alert').getByText(cancelledInWallet, { exact: true })
    wallet.declined.add('eth_signTypedData_v4').add('eth_sendTransaction')
    await payHere(page, { isGasless: true })
    await notice.waitFor()
    await payHere(page)
    await vi.waitUntil(() => wallet.asked('eth_sendTransaction') === 1, waiting)
    await notice.waitFor()
    expect(await page.getByRole('button', { name: 'Pay with Stub' }).isEnabled()).toBe(true)

    const failureCode = 'PORTAL_CHAIN_USER_REJECTED'
    await seeInTimeline(service.program, { id, status: 'attempt_failed', failureCode })
    expect((await loadPortal(service, id)).status).toBe('checkout_initialized')

    await page.goto('about:blank')
    await seeFailure(service.program, { id, failureCode })
    await close()
  })

  test.concurrent('behavior: called off on the page, a wallet is asked for nothing more', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    const release = wallet.hold('eth_requestAccounts')
    await payHere(page)
    await page.getByText('Stub: Choose an account in your wallet.').waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('alert').getByText('Cancelled here.').waitFor()
    await seeFailure(service.program, { id, failureCode: 'PORTAL_SESSION_CANCELLED' })
    await seeStatus(page, 'Not paid yet')

    release()
    await payHere(page)
    await seeStatus(page, 'Paid')
    expect(wallet.asked('eth_sendTransaction')).toBe(1)
    await close()
  })

  test.concurrent('behavior: on another chain it is asked to change, and told of ours', async () => {
    const buyer = await makeBuyer(service.demo)
    const ours = service.demo.chain?.chainId ?? 0
    const elsewhere = { ...buyer, chainId: otherChain, known: [otherChain, ours], isStuck: true }
    const { page, wallet, close } = await visit({ wallets: [elsewhere] })

    await payHere(page)
    await page.getByText('Your wallet is on another network. Switch it to Sandbox').waitFor()
    wallet.declined.add('wallet_switchEthereumChain')
    await payHere(page)
    await page.getByText(cancelledInWallet).waitFor()
    expect(wallet.asked('eth_sendTransaction')).toBe(0)

    wallet.declined.clear()
    Object.assign(wallet, { known: [otherChain], isStuck: false })
    wallet.calls.length = 0
    await payHere(page)
    await seeStatus(page, 'Paid')
    const asked = wallet.calls.map(({ method }) => method)
    expect(asked.filter((method) => method.startsWith('wallet_'))).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
    await close()
  })

  test.concurrent('behavior: moved to another chain meanwhile, it is not asked to send', async () => {
    const buyer = await makeBuyer(service.demo, { usdt: 25_000_000n, eth: 10n ** 18n })
    const { page, wallet, close } = await visit({ wallets: [buyer] })
    wallet.onAsked = (method) => {
      if (method === 'eth_gasPrice') wallet.chainId = otherChain
    }
    await payHere(page, { symbol: 'USDT' })
    await page.getByText('Your wallet is on another network.').waitFor()
    expect(wallet.asked('eth_sendTransaction')).toBe(0)
    await close()
  })

  test.concurrent('behavior: with too little, it is said what is due and what is there', async () => {
    const buyer = await makeBuyer(service.demo, { usdc: 1_500_000n, usdt: 30_000_000n })
    const { page, id, wallet, close } = await visit({ wallets: [buyer] })
    await payHere(page)
    await page.getByText('This wallet has 1.5 USDC, and 25 are due.').waitFor()
    // By signature is no remedy here: this token cannot be paid so.
    await payHere(page, { symbol: 'USDT' })
    await page.getByText('this wallet has 0 ETH. Add some, or pay another way.').waitFor()

    expect(wallet.asked('eth_sendTransaction')).toBe(0)
    const failureCode = 'PORTAL_CHAIN_INSUFFICIENT_BALANCE'
    await seeInTimeline(service.program, { id, status: 'attempt_failed', failureCode })
    const words = (await readTimeline(service.program, id)).map(({ status }) => status)
    expect(words).not.toContain('failed')
    await close()
  })

  test.concurrent('behavior: with too little for the fee, a signature is enough', async () => {
    const buyer = await makeBuyer(service.demo, { usdc: 25_000_000n })
    const { page, wallet, close } = await visit({ wallets: [buyer] })
    await payHere(page)
    await page.getByText('Pay by signature instead: that needs none.').waitFor()
    await payHere(page, { isGasless: true })
    await seeStatus(page, 'Paid')
    expect(wallet.asked('eth_sendTransaction')).toBe(0)
    await close()
  })
})
