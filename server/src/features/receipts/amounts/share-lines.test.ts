import { describe, expect, test } from 'vitest'
import { aLine } from '../../../../test/fixtures/receipt.js'
import { cents } from '../../../lib/money.js'
import { shareLines } from './share-lines.js'

type Amounts = [usd: bigint, native?: bigint]

const line = (kind: 'item' | 'discount' | 'tip' | 'tax' | 'fee', [usd, native]: Amounts) =>
  aLine({
    kind,
    usdCents: cents(usd),
    amountCents: native === undefined ? null : cents(native),
  })

/** Returns discount, tax and fee of each line in dollars and in the currency of the bill. */
function sharesOf(lines: Parameters<typeof shareLines>[0]) {
  return shareLines(lines).map(({ share }) => {
    if (!share) return null
    return [share.usd, share.native].map((charges) => charges && Object.values(charges))
  })
}

describe('shareLines', () => {
  test('default: shares discount, tax and fee by price, and gives ids to what can be refunded', () => {
    const lines = [
      line('item', [6_000n]),
      line('item', [4_000n]),
      line('discount', [-1_000n]),
      line('tip', [500n]),
      line('tax', [900n]),
      line('fee', [49n]),
    ]
    expect(sharesOf(lines)).toEqual([
      [[-600n, 540n, 29n], null],
      [[-400n, 360n, 20n], null],
      null,
      [[0n, 0n, 0n], null],
      null,
      null,
    ])
    expect(shareLines(lines).map(({ lineId }) => lineId)).toEqual([
      'l1',
      'l2',
      null,
      'l4',
      null,
      null,
    ])
  })

  test('behavior: converts the shares of another currency', () => {
    const lines = [line('item', [108n, 100n]), line('item', [109n, 101n]), line('tax', [43n, 40n])]
    expect(sharesOf(lines)).toEqual([
      [
        [0n, 22n, 0n],
        [0n, 20n, 0n],
      ],
      [
        [0n, 21n, 0n],
        [0n, 20n, 0n],
      ],
      null,
    ])
  })

  test('behavior: a negative line of a merchant reduces the others', () => {
    const lines = [line('item', [1_000n]), line('item', [-100n]), line('item', [2_000n])]
    expect(sharesOf(lines)).toEqual([[[-33n, 0n, 0n], null], null, [[-67n, 0n, 0n], null]])
  })

  test('behavior: uses the shares of a priced sale', () => {
    const charges = (tax: bigint) => ({
      discountCents: cents(0n),
      taxCents: cents(tax),
      feeCents: cents(0n),
    })
    const lines = [
      line('item', [100n]),
      line('item', [100n]),
      line('tip', [5n]),
      line('tax', [20n]),
    ]
    expect(shareLines(lines, [charges(20n), charges(0n)])).toMatchObject([
      { share: { usd: { taxCents: 20n } } },
      { share: { usd: { taxCents: 0n } } },
      { share: { usd: { taxCents: 0n } } },
      { share: null },
    ])
  })

  test('behavior: rounding to dollars makes no share negative', () => {
    const lines = [
      line('item', [107n, 100n]),
      line('discount', [-108n, -100n]),
      line('tip', [3n, 2n]),
      line('tax', [0n, 0n]),
    ]
    const shared = shareLines(lines).flatMap(({ usdCents, share }) =>
      share ? usdCents + share.usd.discountCents : [],
    )
    expect(shared).toEqual([0n, 2n])
  })
})
