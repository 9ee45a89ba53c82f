import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Address,
  checksumAddress,
  type Hash,
  parseAddress,
  parseHash,
} from '../../../lib/hex.js'
import { baseUnitsFromDecimal } from '../../../lib/money.js'
import { contracts, paymentGateway, splitFactory } from '../contracts.js'
import { describeSurvey, formatNative } from './describe-survey.js'
import type { Step } from './survey-deployment.js'

const hash = parseHash(`0x${'1'.repeat(64)}`) as Hash
const wallet = parseAddress(`0x${'2'.repeat(40)}`) as Address
const [factoryAt, gatewayAt] = [splitFactory, paymentGateway].map(({ address }) =>
  checksumAddress(address),
)

const describeSteps = (steps: Step[]) =>
  describeSurvey({
    chainId: 8_453,
    latest: { number: 42n, hash, parentHash: hash, timestampSeconds: 0n },
    wallet,
    balance: 3n * 10n ** 18n,
    waiting: 0,
    hasDeployer: true,
    fees: { maxFeePerGas: 1_500_000_000n, maxPriorityFeePerGas: 1n },
    steps,
    mismatches: [],
  })

describe('describeSurvey', () => {
  test('default', () => {
    const lines = describeSteps([
      { contract: splitFactory, kind: 'missing', gas: 1_000_000n, cost: 10n ** 15n },
      { contract: paymentGateway, kind: 'deployed' },
    ])
    expect(lines).toEqual([
      'Chain                   8453, block 42',
      `Wallet                  ${wallet}, has 3 ETH`,
      'Gas price               1.500 gwei at most',
      `SplitFactory            ${factoryAt}, missing: up to 1000000 gas, 0.001 ETH at most`,
      `PaymentGateway          ${gatewayAt}, deployed`,
      'Cost                    0.001 ETH at most',
    ])
  })

  test('behavior: separates the name of every contract from its address', () => {
    const lines = describeSteps(contracts.map((contract) => ({ contract, kind: 'deployed' })))
    for (const { name } of contracts) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name} +0x`)))
    }
  })

  test('behavior: describes wrong and impossible contracts', () => {
    const lines = describeSteps([
      { contract: splitFactory, kind: 'wrong', problem: 'runs another' },
      { contract: paymentGateway, kind: 'impossible', reason: 'no room' },
    ])
    expect(lines.slice(3)).toEqual([
      `SplitFactory            ${factoryAt}, runs another`,
      `PaymentGateway          ${gatewayAt}, missing: no room`,
      'Cost                    0 ETH at most',
    ])
  })
})

describe('formatNative', () => {
  test('default', () => {
    expect(formatNative(1_234_500_000_000_000n, 8_453)).toBe('0.0012345 ETH')
  })

  test('behavior: names the token of an unknown chain generically', () => {
    expect(formatNative(10n ** 18n, 4_711)).toBe('1 native tokens')
  })

  test('property: is exact to the last wei', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 100n }), (wei) => {
        const [amount = ''] = formatNative(wei, 1).split(' ')
        expect(baseUnitsFromDecimal(amount, 18)).toBe(wei)
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})
