import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aGaslessReceipt } from '../../../test/fixtures/receipt.js'
import { aWallet, buyer, walletError } from '../../../test/fixtures/wallet.js'
import { connectWallet } from './connect-wallet.js'
import type { PayStep } from './pay-outcome.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Options = NonNullable<Parameters<typeof aWallet>[0]>

const base = aGaslessReceipt().payment
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
    expect(wallet.methods()).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  test('behavior: switches to the right chain', async () => {
    const { wallet, steps, outcome } = await connect({ chainId: 1 })
    expect(outcome).toEqual(connected)
    expect(steps).toEqual(['connecting', 'switching'])
    expect(wallet.lastParams('wallet_switchEthereumChain')).toEqual([{ chainId: '0x14a34' }])
    expect(wallet.methods()).not.toContain('wallet_addEthereumChain')
    expect(wallet.chainId).toBe(84_532)
  })

  test.each([84_532, '84532', '0x14A34', '0x0014a34'])(
    'behavior: accepts the chain id %j',
    async (chainId) => {
      const { steps, outcome } = await connect({ responses: { eth_chainId: () => chainId } })
      expect(outcome).toEqual(connected)
      expect(steps).toEqual(['connecting'])
    },
  )

  test('behavior: adds a chain that the wallet does not know', async () => {
    const { wallet, outcome } = await connect({ chainId: 1, knownChains: [1] })
    expect(outcome).toEqual(connected)
    expect(wallet.lastParams('wallet_addEthereumChain')).toEqual([
      {
        chainId: '0x14a34',
        chainName: 'Base Sepolia',
        nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://sepolia.base.org'],
        blockExplorerUrls: ['https://sepolia.basescan.org'],
      },
    ])
    expect(wallet.methods().filter((method) => method.startsWith('wallet_'))).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
  })

  test('behavior: adds a chain without an explorer and capitalizes its name', async () => {
    const network = { ...base.network, name: 'the sandbox chain', explorerUrl: null }
    const { wallet, outcome } = await connect({ chainId: 1, knownChains: [] }, { ...base, network })
    expect(outcome).toEqual(connected)
    const [chain] = wallet.lastParams('wallet_addEthereumChain')
    expect(chain.chainName).toBe('The sandbox chain')
    expect(chain).not.toHaveProperty('blockExplorerUrls')
  })

  test('behavior: adds the chain when a phone wallet wraps the error', async () => {
    let requests = 0
    const wrapped = { data: { originalError: { code: 4902 } } }
    const { wallet, outcome } = await connect({
      chainId: 1,
      responses: {
        wallet_switchEthereumChain: () => {
          requests += 1
          if (requests === 1) throw walletError(-32603, 'Unrecognized chain ID', wrapped)
        },
      },
    })
    expect(outcome).toEqual(connected)
    expect(wallet.methods()).toContain('wallet_addEthereumChain')
  })

  test('behavior: does not add a chain without an RPC address', async () => {
    const network = { ...base.network, rpcUrl: null }
    const { wallet, outcome } = await connect({ chainId: 1, knownChains: [] }, { ...base, network })
    expect(outcome).toEqual({ kind: 'wrong_network' })
    expect(wallet.methods()).not.toContain('wallet_addEthereumChain')
  })

  test('behavior: returns wrong_network when the wallet accepts but does not switch', async () => {
    const responses = { wallet_switchEthereumChain: () => null }
    const { outcome } = await connect({ chainId: 1, responses })
    expect(outcome).toEqual({ kind: 'wrong_network' })
  })

  test('behavior: waits for a wallet that switches late', async () => {
    const { outcome } = await connect({
      chainId: 1,
      responses: {
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

  test('behavior: ignores an error when the wallet has switched', async () => {
    const { outcome } = await connect({
      chainId: 1,
      responses: {
        wallet_switchEthereumChain: (_, wallet) => {
          wallet.chainId = 84_532
          throw walletError(-32603)
        },
      },
    })
    expect(outcome).toEqual(connected)
  })

  test('behavior: returns wrong_network when the wallet cannot switch or reports no chain', async () => {
    const cannot = { wallet_switchEthereumChain: throws(walletError(-32601)) }
    expect((await connect({ chainId: 1, responses: cannot })).outcome).toEqual({
      kind: 'wrong_network',
    })
    const silent = { eth_chainId: throws(walletError(-32601)) }
    expect((await connect({ responses: silent })).outcome).toEqual({ kind: 'wrong_network' })
  })

  test.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_requestAccounts'])(
    'behavior: returns rejected when the buyer rejects %s',
    async (method) => {
      const responses = { [method]: throws(walletError(4001)) }
      const { outcome } = await connect({ chainId: 1, knownChains: [], responses })
      expect(outcome).toEqual({ kind: 'rejected' })
    },
  )

  test.each([[[]], [null], [['']], [[null]], ['0x1'], [[`0x${'0'.repeat(40)}`]]])(
    'behavior: returns no_account for %j',
    async (accounts) => {
      const responses = { eth_requestAccounts: () => accounts }
      expect((await connect({ accounts, responses })).outcome).toEqual({ kind: 'no_account' })
    },
  )

  test('error: the wallet has a pending request', async () => {
    const responses = { eth_requestAccounts: throws(walletError(-32002, 'Already pending')) }
    const { wallet, outcome } = await connect({ responses })
    expect(outcome).toEqual({ kind: 'request_pending' })
    expect(wallet.methods()).toEqual(['eth_requestAccounts'])
  })
})
