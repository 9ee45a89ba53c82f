import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import type { Hash } from '../../../lib/hex.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { chooseFlushes, type Recipient, type WaitingDeposit } from './choose-flushes.js'

const [merchant, payoutAddress] = [aWallet(), aWallet()]

function aWaiting(fields: Partial<WaitingDeposit> = {}): WaitingDeposit {
  return {
    merchant,
    address: aWallet(),
    receiptKey: `0x${'ab'.repeat(32)}` as Hash,
    payoutAddress,
    token: nativeToken,
    isSuspect: false,
    failures: 0,
    inFlight: 0,
    ...fields,
  }
}

const manyFlushes = (count: number, fields: Partial<WaitingDeposit> = {}) =>
  Array.from({ length: count }, () => aWaiting(fields))
const sizes = (waiting: readonly WaitingDeposit[], recipient: Recipient) =>
  chooseFlushes(waiting, () => recipient).map((batch) => batch.length)

describe('chooseFlushes', () => {
  test('default: groups safe flushes by twenty', () => {
    expect(sizes(manyFlushes(45), 'safe')).toEqual([20, 20, 5])
    expect(sizes([], 'safe')).toEqual([])
  })

  test('behavior: a transaction serves one merchant', () => {
    const other = aWallet()
    const waiting = [...manyFlushes(1), ...manyFlushes(1, { merchant: other }), ...manyFlushes(21)]
    const batches = chooseFlushes(waiting, () => 'safe')
    expect(batches.map((batch) => batch.length)).toEqual([20, 2, 1])
    expect(batches.map(([first]) => first?.merchant)).toEqual([merchant, merchant, other])
  })

  test('behavior: native tokens to a wallet go alone, five at a time', () => {
    expect(sizes(manyFlushes(8), 'wallet')).toEqual([1, 1, 1, 1, 1])
    expect(sizes(manyFlushes(8, { inFlight: 3 }), 'wallet')).toEqual([1, 1])
    expect(sizes(manyFlushes(8, { inFlight: 5 }), 'wallet')).toEqual([])
  })

  test('behavior: a contract gets one at a time', () => {
    expect(sizes(manyFlushes(8), 'contract')).toEqual([1])
    expect(sizes(manyFlushes(8, { inFlight: 1 }), 'contract')).toEqual([])
  })

  test('behavior: a payout address that has failed gets one at a time', () => {
    expect(sizes(manyFlushes(8, { failures: 1 }), 'safe')).toEqual([1])
    expect(sizes(manyFlushes(8, { failures: 1, inFlight: 1 }), 'safe')).toEqual([])
  })

  test('behavior: suspects go alone, five at a time', () => {
    expect(sizes([...manyFlushes(7, { isSuspect: true }), ...manyFlushes(2)], 'safe')).toEqual([
      1, 1, 1, 1, 1, 2,
    ])
  })

  test('behavior: counts payout addresses and tokens separately', () => {
    const others = [aWaiting({ payoutAddress: aWallet() }), aWaiting({ token: aWallet() })]
    expect(sizes([...manyFlushes(3), ...others], 'contract')).toEqual([1, 1, 1])
  })
})
