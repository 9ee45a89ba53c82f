import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../../test/fixtures/factories.js'
import { aReceipt } from '../../../../../test/fixtures/receipt.js'
import type { Address, Hash } from '../../../../lib/hex.js'
import type { Hex, MinedTransaction } from '../../../../platform/chain/chain.js'
import { paymentGateway } from '../../../../platform/chain/contracts.js'
import { depositOf } from '../../../../platform/chain/deposit-address.js'
import { topicOfAddress, topics } from '../../../../platform/chain/logs/decode-logs.js'
import { findToken } from '../../../../platform/chain/tokens.js'
import {
  classifyAnnouncedTransaction,
  listUnknownTokens,
  nativeOf,
} from './classify-announced-transaction.js'

const chainId = 84_532
const [merchant, payer, other] = [aWallet(), aWallet(), aWallet()]
const deposit = depositOf({ chainId }, aReceipt({ merchant, payoutAddress: aWallet() }))
const usdc = findToken(chainId, 'USDC')?.address as Address
const hash = `0x${'3'.repeat(64)}` as Hash
const word: Hex = `0x${'1'.padStart(64, '0')}`

const transaction = (fields: Partial<MinedTransaction>): MinedTransaction => ({
  hash,
  from: payer,
  to: other,
  value: 0n,
  data: '0x',
  isSuccess: true,
  blockNumber: 1n,
  blockHash: hash,
  logs: [],
  ...fields,
})

const moved = (token: Address, to: Address) => ({
  blockNumber: 1n,
  blockHash: hash,
  transactionHash: hash,
  logIndex: 0,
  address: token,
  topics: [topics.transfer, topicOfAddress(payer), topicOfAddress(to)],
  data: word,
})

const named = (address: Address, key: Hash) => ({
  ...moved(address, other),
  topics: [topics.received, key, topicOfAddress(other), topicOfAddress(payer)],
  data: `${topicOfAddress(usdc)}${word.slice(2)}` as Hex,
})

describe('classifyAnnouncedTransaction', () => {
  test.each<[string, Partial<MinedTransaction>, string]>([
    ['native tokens to the address', { to: deposit.address, value: 1n }, 'paying'],
    ['nothing to the address', { to: deposit.address }, 'unrelated'],
    ['a token to the address', { logs: [moved(usdc, deposit.address)] }, 'paying'],
    ['a token to another address', { logs: [moved(usdc, other)] }, 'unrelated'],
    ['an unknown token', { logs: [moved(aWallet(), deposit.address)] }, 'unrelated'],
    [
      'the gateway names it',
      { logs: [named(paymentGateway.address, deposit.receiptKey)] },
      'paying',
    ],
    [
      'the gateway names another receipt',
      { logs: [named(paymentGateway.address, hash)] },
      'unrelated',
    ],
    ['another contract names it', { logs: [named(other, deposit.receiptKey)] }, 'unrelated'],
    ['a reverted native transfer', { isSuccess: false, to: deposit.address }, 'reverted'],
    [
      'a failed transfer to the address',
      { isSuccess: false, data: `0xa9059cbb${topicOfAddress(deposit.address).slice(2)}` },
      'reverted',
    ],
    ['a reverted gateway payment', { isSuccess: false, data: deposit.receiptKey }, 'reverted'],
    ['any other reverted transaction', { isSuccess: false }, 'unrelated'],
  ])('default: %s', (_, fields, effect) => {
    expect(classifyAnnouncedTransaction(transaction(fields), deposit)).toBe(effect)
  })
})

describe('nativeOf', () => {
  const { address } = deposit
  test.each<[string, Partial<MinedTransaction>, bigint]>([
    ['a direct transfer', { to: address, value: 5n }, 5n],
    ['a reverted transfer', { to: address, value: 5n, isSuccess: false }, 0n],
    [
      'a token through a contract that keeps the native token',
      { value: 5n, logs: [moved(usdc, address)] },
      0n,
    ],
    ['a contract creation', { to: null, value: 5n }, 0n],
  ])('default: %s', (_, fields, units) => {
    expect(nativeOf(transaction(fields), deposit)).toBe(units)
  })
})

describe('listUnknownTokens', () => {
  const unknown = aWallet()
  const logs = [moved(unknown, deposit.address), moved(unknown, deposit.address)]

  test('default: sums each token that the service does not know', () => {
    const knownLogs = [moved(usdc, deposit.address), moved(aWallet(), other)]
    expect(listUnknownTokens(transaction({ logs: [...logs, ...knownLogs] }), deposit)).toEqual([
      { token: unknown, units: 2n },
    ])
  })

  test('behavior: a reverted transaction sent nothing', () => {
    expect(listUnknownTokens(transaction({ logs, isSuccess: false }), deposit)).toEqual([])
  })
})
