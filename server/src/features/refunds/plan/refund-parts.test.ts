import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { baseUnits, micros } from '../../../lib/money.js'
import { type AssetName, assetName, manualUsd } from '../../../platform/chain/assets/asset-name.js'
import { refundEntries } from '../../ledger/entries.js'
import { refundParts } from './refund-parts.js'

const chainId = 84_532
const [usdc, usdt] = [aWallet(), aWallet()]
const onChain = (token: typeof usdc, chain = chainId) => assetName({ chainId: chain, token })

/** The ledger entries of a refund. */
const refundOf = (asset: AssetName, units: bigint, usdMicros = units) => {
  const amount = { asset, units: baseUnits(units), usdMicros: micros(usdMicros) }
  return refundEntries({ ...amount, shares: [{ account: aWallet(), units: amount.units }] })
}

describe('refundParts', () => {
  test('default', () => {
    const entries = [...refundOf(onChain(usdc), 6_000_000n), ...refundOf(onChain(usdt), 4_000_000n)]
    expect(refundParts(entries, chainId)).toEqual([
      { token: usdc, units: 6_000_000n, centUnits: 10_000n },
      { token: usdt, units: 4_000_000n, centUnits: 10_000n },
    ])
  })

  test('behavior: ignores dust unless it is all there is', () => {
    const dust = refundOf(onChain(usdt), 9_999n)
    const alone = [{ token: usdt, units: 9_999n, centUnits: 10_000n }]
    expect(refundParts([...refundOf(onChain(usdc), 10_000n), ...dust], chainId)).toEqual([
      { token: usdc, units: 10_000n, centUnits: 10_000n },
    ])
    expect(refundParts(dust, chainId)).toEqual(alone)
  })

  test('behavior: a cent is worth as many units as when the money arrived', () => {
    const nativeDebt = refundOf(onChain(usdc), 10n ** 18n, 3_000_000_000n)
    expect(refundParts(nativeDebt, chainId)).toMatchObject([{ centUnits: 3_333_333_333_333n }])
    const worthless = refundOf(onChain(usdc), 7n, 0n)
    expect(refundParts(worthless, chainId)).toMatchObject([{ units: 7n, centUnits: 0n }])
  })

  test.each([
    [
      'some of it was a manual payment',
      [...refundOf(onChain(usdc), 10_000n), ...refundOf(manualUsd, 1n, 10_000n)],
    ],
    [
      'some of it is on another chain',
      [...refundOf(onChain(usdc), 10_000n), ...refundOf(onChain(usdt, 1), 10_000n)],
    ],
    ['the ledger has no entries', []],
  ])('behavior: returns null when %s', (_, entries) => {
    expect(refundParts(entries, chainId)).toBe(null)
  })
})
