import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { baseUnits, micros } from '../../lib/money.js'
import { type AssetName, assetName } from '../../platform/chain/assets/asset-name.js'
import { negate, sumByAsset } from './sum-by-asset.js'

const [asset, otherAsset] = [aWallet(), aWallet()].map((token) =>
  assetName({ chainId: 84_532, token }),
) as [AssetName, AssetName]

const amount = (units: bigint, of = asset) => ({
  asset: of,
  units: baseUnits(units),
  usdMicros: micros(units),
})

describe('sumByAsset', () => {
  test('default: adds by asset, the most valuable first', () => {
    const amounts = [amount(1n), amount(5n, otherAsset), amount(2n)]
    expect(sumByAsset(amounts)).toEqual([amount(5n, otherAsset), amount(3n)])
  })
})

describe('negate', () => {
  test('default', () => {
    expect(negate(amount(3n))).toEqual(amount(-3n))
  })
})
