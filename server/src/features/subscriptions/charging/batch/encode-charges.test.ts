import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../../test/fixtures/factories.js'
import type { BillingPlanVersion } from '../../plans/plan.js'
import { batchSize } from '../attempt/charge.js'
import { encodeCharges } from './encode-charges.js'
import { maxCreations } from './gather-batches.js'

/** The most gas of a transaction on Ethereum and Base (EIP-7825). */
const maxGas = 2n ** 24n

const charge = () => ({
  permission: {
    account: aWallet(),
    spender: aWallet(),
    token: aWallet(),
    allowance: 2n ** 160n - 1n,
    period: 604_800,
    start: 1_767_268_800,
    end: 2_000_000_000,
    salt: 2n ** 256n - 1n,
    extraData: `0x${'ff'.repeat(64)}` as const,
  },
  signature: `0x${'11'.repeat(65)}` as const,
  periodStart: 1_767_268_800,
  deadline: 1_767_355_200,
})

const version = () =>
  ({
    owner: aWallet(),
    manager: aWallet(),
    token: aWallet(),
    payout: aWallet(),
    priceUnits: 12_500_000n,
    periodSeconds: 604_800,
    feeRecipient: aWallet(),
    feeBps: 50,
    splitFeeBps: 0,
    splitRecipients: null,
    splitSalt: null,
    canceler: aWallet(),
    planKey: `0x${'22'.repeat(32)}`,
  }) as unknown as BillingPlanVersion

describe('encodeCharges', () => {
  test('behavior: the largest batch with new spenders stays below the gas limit of a transaction', async () => {
    const charges = Array.from({ length: batchSize }, charge)
    const missingVersions = Array.from({ length: maxCreations }, version)
    expect((await encodeCharges(charges, { missingVersions })).gas).toBeLessThan(maxGas)
    const extraVersions = [...missingVersions, version(), version()]
    expect((await encodeCharges(charges, { missingVersions: extraVersions })).gas).toBeGreaterThan(
      maxGas,
    )
  })
})
