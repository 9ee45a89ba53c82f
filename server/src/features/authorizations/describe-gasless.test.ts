import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { testConfig } from '../../../test/test-config.js'
import { checksumAddress } from '../../lib/hex.js'
import { micros } from '../../lib/money.js'
import type { Chain } from '../../platform/chain/chain.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import { depositOf } from '../../platform/chain/deposit-address.js'
import { describeGasless } from './describe-gasless.js'

const ctx = { config: testConfig(), chain: {} as Chain }
const payoutAddress = aWallet()
const depositOn = (chainId: number) => depositOf({ chainId }, aReceipt({ payoutAddress }))
const deposit = depositOn(84_532)
const optionsOf = (...symbols: ('USDC' | 'USDT' | 'EURC' | 'ETH')[]) =>
  symbols.map((symbol) => ({ symbol }))
const terms = {
  deposit,
  due: micros(10_000n),
  isExpired: false,
  lacksGas: false,
  options: optionsOf('USDC', 'USDT', 'EURC', 'ETH'),
}

describe('describeGasless', () => {
  test('default', () => {
    expect(describeGasless(ctx, terms)).toEqual({
      gateway: checksumAddress(paymentGateway.address),
      receiptKey: deposit.receiptKey,
      payoutAddress: checksumAddress(payoutAddress),
      tokens: [
        { symbol: 'USDC', name: 'USDC', version: '2' },
        { symbol: 'EURC', name: 'EURC', version: '2' },
      ],
    })
  })

  test('behavior: uses the EIP-712 name of each chain', () => {
    const options = optionsOf('USDC')
    const shown = describeGasless(ctx, { ...terms, deposit: depositOn(8_453), options })
    expect(shown?.tokens).toEqual([{ symbol: 'USDC', name: 'USD Coin', version: '2' }])
  })

  test.each([
    ['less than a cent is due', { due: micros(9_999n) }],
    ['nothing is due', { due: micros(0n), options: [] }],
    ['the receipt has expired', { isExpired: true }],
    ['the relayer lacks gas', { lacksGas: true }],
    ['no accepted token supports EIP-3009', { options: optionsOf('USDT', 'ETH') }],
    ['the chain has no known tokens', { deposit: depositOn(1) }],
  ])('behavior: returns null when %s', (_, change) => {
    expect(describeGasless(ctx, { ...terms, ...change })).toBeNull()
  })

  test('behavior: in live mode returns null below SETTLE_MIN_USD', () => {
    const live = { ...ctx, config: { ...ctx.config, mode: 'live', settleMinUsd: 5 } as const }
    expect(describeGasless(live, { ...terms, due: micros(4_999_999n) })).toBeNull()
    expect(describeGasless(live, { ...terms, due: micros(5_000_000n) })).not.toBeNull()
    const free = { ...live, config: { ...live.config, settleMinUsd: 0 } }
    expect(describeGasless(free, { ...terms, due: micros(9_999n) })).toBeNull()
    expect(describeGasless(free, terms)).not.toBeNull()
  })

  test('behavior: returns null without a chain or a relayer', () => {
    const config = { ...ctx.config, relayerPrivateKey: undefined }
    expect(describeGasless({ ...ctx, chain: null }, terms)).toBeNull()
    expect(describeGasless({ ...ctx, config }, terms)).toBeNull()
  })
})
