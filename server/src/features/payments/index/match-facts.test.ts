import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import { matchFacts } from './match-facts.js'

const hash = (digit: string) => `0x${digit.repeat(64)}` as Hash
const [deposit, payoutAddress, merchant, token, buyer] = [
  aWallet(),
  aWallet(),
  aWallet(),
  aWallet(),
  aWallet(),
]

/** Returns the payer of a transfer to a deposit address. */
function payerOf(from: Address): Address | null | undefined {
  const place = { blockNumber: 1n, blockHash: hash('b'), transactionHash: hash('1'), logIndex: 3 }
  const transfer = { ...place, token, from, to: deposit, units: baseUnits(5_000_000n) }
  const { payments } = matchFacts(
    { transfers: [transfer], received: [], charged: [], released: [], timestamps: new Map() },
    {
      findDeposit: () => ({ merchant, receiptId: 'r-1', payoutAddress }),
      byKey: [],
      byChargeKey: new Map(),
      splitOwners: new Map(),
      isSupported: () => true,
    },
  )
  return payments[0]?.payer
}

describe('matchFacts', () => {
  test('default: takes the sender of a transfer for its payer', () => {
    expect(payerOf(buyer)).toBe(buyer)
  })

  test('behavior: minted tokens and tokens from the gateway have no payer', () => {
    expect(payerOf(`0x${'0'.repeat(40)}` as Address)).toBeNull()
    expect(payerOf(paymentGateway.address)).toBeNull()
  })
})
