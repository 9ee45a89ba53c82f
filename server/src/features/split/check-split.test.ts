import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { AppError } from '../../lib/errors.js'
import { checksumAddress } from '../../lib/hex.js'
import { checkSplit } from './check-split.js'
import type { SplitDeployment } from './schemas.js'

const place = { owner: aWallet(), platform: aWallet(), platformBps: 50, chainId: 84_532 }
const { owner: merchant, platform, chainId } = place
const [address, partner] = [aWallet(), aWallet()]

const check = (body: object) => checkSplit(body as SplitDeployment, place)

describe('checkSplit', () => {
  test('default', () => {
    const recipients = [{ address: checksumAddress(merchant), sharesBps: 9_950 }]
    expect(check({ address: checksumAddress(address), chainId, recipients })).toEqual({
      address,
      salt: null,
      chainId,
      recipients: [
        { address: merchant, sharesBps: 9_950, role: 'merchant' },
        { address: platform, sharesBps: 50, role: 'platform' },
      ],
    })
  })

  test('behavior: returns no address for a split to deploy', () => {
    const recipients = [{ address: merchant, sharesBps: 9_950 }]
    expect(check({ recipients })).toMatchObject({ address: null, chainId })
  })

  test('behavior: trims labels and drops empty ones', () => {
    const recipients = [
      { address: merchant, sharesBps: 9_000, label: '  ' },
      { address: partner, sharesBps: 950, label: ' Ro\u0301ster ' },
    ]
    const [ownRecipient, other] = check({ address, recipients }).recipients
    expect(ownRecipient).not.toHaveProperty('label')
    expect(other?.label).toBe('R\u00f3ster')
  })

  test('behavior: drops unknown fields', () => {
    const recipients = [{ address: merchant, sharesBps: 9_950, role: 'platform', note: 'x' }]
    expect(check({ address, recipients, version: 9 })).toEqual({
      address,
      salt: null,
      chainId,
      recipients: [
        { address: merchant, sharesBps: 9_950, role: 'merchant' },
        { address: platform, sharesBps: 50, role: 'platform' },
      ],
    })
  })

  test('property: any input is refused with invalid_input or completed', () => {
    const zero = `0x${'0'.repeat(40)}`
    const flaw = (...names: string[]) =>
      fc.dictionary(
        fc.constantFrom(...names),
        fc.oneof(fc.anything(), fc.constantFrom(merchant, platform, partner, address, zero, 50)),
        { maxKeys: 1 },
      )
    const recipients = fc
      .tuple(
        fc.constantFrom([9_950], [10_000], [5_000, 4_950], [9_999, 1], [9_950, 50], [5_000, 51]),
        fc.shuffledSubarray([merchant, partner, platform], { minLength: 2 }),
        flaw('address', 'sharesBps', 'label'),
      )
      .map(([shares, wallets, wrong]) =>
        shares.map((sharesBps, index) => ({ address: wallets[index], sharesBps, ...wrong })),
      )
    const body = fc
      .tuple(recipients, flaw('address', 'chainId', 'recipients'))
      .map(([recipients, wrong]) => ({ address, recipients, ...wrong }))

    const outcomes = { refused: 0, whole: 0 }
    fc.assert(
      fc.property(body, (splitBody) => {
        const outcome = outcomeOf(splitBody)
        if (outcome instanceof AppError) {
          outcomes.refused += 1
          expect(outcome.code).toBe('invalid_input')
          return
        }
        outcomes.whole += 1
        const fees = outcome.recipients.filter(({ role }) => role === 'platform')
        expect(fees).toMatchObject([{ address: platform, sharesBps: 50 }])
        expect(outcome.recipients.reduce((sum, { sharesBps }) => sum + sharesBps, 0)).toBe(10_000)
      }),
      { seed: 1, numRuns: 300 },
    )
    expect(outcomes.refused).toBeGreaterThan(10)
    expect(outcomes.whole).toBeGreaterThan(10)
  })
})

function outcomeOf(body: object) {
  try {
    return check(body)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
