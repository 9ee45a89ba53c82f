import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aReceipt } from '../../test/fixtures/gasless-receipt.js'
import { aWallet, buyer, walletError } from '../../test/fixtures/wallet.js'
import { connectWallet } from './connect-wallet.js'
import type { PayStep } from './pay-outcome.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Options = NonNullable<Parameters<typeof aWallet>[0]>

const base = aReceipt().payment
const from = buyer.address.toLowerCase()
const connected = { kind: 'connected', from }
const throws = (error: unknown) => () => {
  throw error
}

async function connect(options: Options, payment = base) {
  const wallet = aWallet(options)
  const steps: PayStep[] = []
  const outcome = connectWallet(wallet, { payment, onStep: (step) => steps.push(step) })
  await vi.runAllTimersAsync()
  return { wallet, steps, outcome: await outcome }
}

describe('connectWallet', () => {
  test('default', async () => {
    const { wallet, steps, outcome } = await connect({})
    expect(outcome).toEqual(connected)
    expect(steps).toEqual(['connecting'])
    expect(wallet.asked()).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  test('behavior: goes to the right chain', async () => {
    const { wallet, steps, outcome } = await connect({ chainId: 1 })
    expect(outcome).toEqual(connected)
    expect(steps).toEqual(['connecting', 'switching'])
    expect(wallet.last('wallet_switchEthereumChain')).toEqual([{ chainId: '0x14a34' }])
    expect(wallet.asked()).not.toContain('wallet_addEthereumChain')
    expect(wallet.chainId).toBe(84_532)
  })

  test.each([84_532, '84532', '0x14A34', '0x0014a34'])(
    'behavior: a wallet that calls its chain %j is there',
    async (chainId) => {
      const { steps, outcome } = await connect({ answers: { eth_chainId: () => chainId } })
      expect(outcome).toEqual(connected)
      expect(steps).toEqual(['connecting'])
    },
  )

  test('behavior: tells a wallet about a chain that it does not know', async () => {
    const { wallet, outcome } = await connect({ chainId: 1, knows: [1] })
    expect(outcome).toEqual(connected)
    expect(wallet.last('wallet_addEthereumChain')).toEqual([
      {
        chainId: '0x14a34',
        chainName: 'Base Sepolia',
        nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://sepolia.base.org'],
        blockExplorerUrls: ['https://sepolia.basescan.org'],
      },
    ])
    expect(wallet.asked().filter((method) => method.startsWith('wallet_'))).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
  })

  test('behavior: a chain with nothing to see it by, and a name in small letters', async () => {
    const network = { ...base.network, name: 'the sandbox chain', explorerUrl: null }
    const { wallet, outcome } = await connect({ chainId: 1, knows: [] }, { ...base, network })
    expect(outcome).toEqual(connected)
    const [chain] = wallet.last('wallet_addEthereumChain')
    expect(chain.chainName).toBe('The sandbox chain')
    expect(chain).not.toHaveProperty('blockExplorerUrls')
  })

  test('behavior: an unknown chain, as wallets on phones say it', async () => {
    let asked = 0
    const inside = { data: { originalError: { code: 4902 } } }
    const { wallet, outcome } = await connect({
      chainId: 1,
      answers: {
        wallet_switchEthereumChain: () => {
          asked += 1
          if (asked === 1) throw walletError(-32603, 'Unrecognized chain ID', inside)
        },
      },
    })
    expect(outcome).toEqual(connected)
    expect(wallet.asked()).toContain('wallet_addEthereumChain')
  })

  test('behavior: a chain that cannot be told about', async () => {
    const network = { ...base.network, rpcUrl: null }
    const { wallet, outcome } = await connect({ chainId: 1, knows: [] }, { ...base, network })
    expect(outcome).toEqual({ kind: 'wrong_network' })
    expect(wallet.asked()).not.toContain('wallet_addEthereumChain')
  })

  test('behavior: a wallet that says yes and stays', async () => {
    const answers = { wallet_switchEthereumChain: () => null }
    const { outcome } = await connect({ chainId: 1, answers })
    expect(outcome).toEqual({ kind: 'wrong_network' })
  })

  test('behavior: a wallet that arrives a moment later', async () => {
    const { outcome } = await connect({
      chainId: 1,
      answers: {
        wallet_switchEthereumChain: (_, wallet) => {
          setTimeout(() => {
            wallet.chainId = 84_532
          }, 700)
          return null
        },
      },
    })
    expect(outcome).toEqual(connected)
  })

  test('behavior: a wallet that fails although it went', async () => {
    const { outcome } = await connect({
      chainId: 1,
      answers: {
        wallet_switchEthereumChain: (_, wallet) => {
          wallet.chainId = 84_532
          throw walletError(-32603)
        },
      },
    })
    expect(outcome).toEqual(connected)
  })

  test('behavior: a wallet that cannot go, or does not say where it is', async () => {
    const cannot = { wallet_switchEthereumChain: throws(walletError(-32601)) }
    expect((await connect({ chainId: 1, answers: cannot })).outcome).toEqual({
      kind: 'wrong_network',
    })
    const silent = { eth_chainId: throws(walletError(-32601)) }
    expect((await connect({ answers: silent })).outcome).toEqual({ kind: 'wrong_network' })
  })

  test.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_requestAccounts'])(
    'behavior: the buyer says no to %s',
    async (method) => {
      const answers = { [method]: throws(walletError(4001)) }
      const { outcome } = await connect({ chainId: 1, knows: [], answers })
      expect(outcome).toEqual({ kind: 'rejected' })
    },
  )

  test.each([[[]], [null], [['']], [[null]], ['0x1'], [[`0x${'0'.repeat(40)}`]]])(
    'behavior: no account in %j',
    async (accounts) => {
      const answers = { eth_requestAccounts: () => accounts }
      expect((await connect({ accounts, answers })).outcome).toEqual({ kind: 'no_account' })
    },
  )

  test('error: a wallet that waits for an answer already', async () => {
    const answers = { eth_requestAccounts: throws(walletError(-32002, 'Already asked')) }
    const { wallet, outcome } = await connect({ answers })
    expect(outcome).toEqual({ kind: 'still_asking' })
    expect(wallet.asked()).toEqual(['eth_requestAccounts'])
  })
})
