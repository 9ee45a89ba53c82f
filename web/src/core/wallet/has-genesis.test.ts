import { describe, expect, test } from 'vitest'
import { aGaslessReceipt, usdc } from '../../../test/fixtures/receipt.js'
import { aWallet, walletError } from '../../../test/fixtures/wallet.js'
import { hasGenesis } from './has-genesis.js'
import { payWithWallet } from './pay-with-wallet.js'

const ownHash = `0x${'ab'.repeat(32)}`
const { payment } = aGaslessReceipt()
const inSandbox = { ...payment, network: { ...payment.network, genesisHash: ownHash } }

const walletWith = (block: () => unknown) =>
  aWallet({ responses: { eth_getBlockByNumber: ([number]) => number === '0x0' && block() } })

describe('hasGenesis', () => {
  test.each<[string, () => unknown, boolean]>([
    ['the same block', () => ({ hash: ownHash }), true],
    [
      'the same block in another case',
      () => ({ hash: ownHash.toUpperCase().replace('X', 'x') }),
      true,
    ],
    ['another block', () => ({ hash: `0x${'cd'.repeat(32)}` }), false],
    ['no block', () => null, true],
    ['no hash', () => ({}), true],
  ])('default: %s', async (_name, block, expected) => {
    expect(await hasGenesis(walletWith(block).provider, inSandbox)).toBe(expected)
  })

  test('behavior: accepts a wallet that refuses the question', async () => {
    const wallet = walletWith(() => {
      throw walletError(-32_601)
    })
    expect(await hasGenesis(wallet.provider, inSandbox)).toBe(true)
  })

  test('behavior: asks nothing when our block is not given', async () => {
    const wallet = walletWith(() => ({ hash: ownHash }))
    expect(await hasGenesis(wallet.provider, payment)).toBe(true)
    expect(wallet.calls).toEqual([])
  })

  test('error: a wallet on another chain with the same id is not asked to pay', async () => {
    const wallet = walletWith(() => ({ hash: `0x${'cd'.repeat(32)}` }))
    const outcome = await payWithWallet(wallet, {
      payment: inSandbox,
      option: usdc,
      onStep: () => {},
    })
    expect(outcome).toEqual({ kind: 'other_chain', rpcUrl: inSandbox.network.rpcUrl })
    expect(wallet.methods()).not.toContain('eth_sendTransaction')
  })
})
