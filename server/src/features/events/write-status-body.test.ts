import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import { failureCodes } from '../receipts/status/failures.js'
import { writeStatusBody } from './write-status-body.js'

const merchant = knownAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
const news = {
  failureCode: null,
  transactionHash: `0x${'a'.repeat(64)}`,
  buyerWallet: '0x000000000000000000000000000000000000dEaD',
  totalUsd: 12.5,
  token: 'EURC',
  brandKey: 'default',
  transactionId: null,
  metadata: null,
  webhookUrl: 'https://shop.example/hook',
  keyId: 'key_1',
}
const change = {
  merchant,
  receiptId: 'r-1',
  status: 'paid',
  previousStatus: 'recipient_validated',
  at: unixMs(5),
  news,
} as const

const failureNames = ['failureCode', 'failureCategory', 'failureReason', 'failureAction']
const paymentNames = ['transactionHash', 'buyerWallet', 'customerTotalUsd', 'onrampSourceAmountUsd']

describe('writeStatusBody', () => {
  test('default', () => {
    const body = JSON.parse(writeStatusBody(change))
    expect(body).toMatchObject({
      event: 'receipt.status_updated',
      status: 'paid',
      token: 'EURC',
      timestamp: 5,
      transactionHash: news.transactionHash,
      buyerWallet: news.buyerWallet,
      merchantWallet: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    })
    for (const name of failureNames) expect(body[name]).toBeNull()
    // There is none before an onramp says so.
    expect(body).not.toHaveProperty('onrampSourceAmountUsd')
  })

  test('behavior: neither where it goes nor what signs it', () => {
    expect(writeStatusBody(change)).not.toMatch(/shop\.example|key_1/)
  })

  test.each(failureCodes)('behavior: says why it failed, for %s', (failureCode) => {
    const failed = { ...change, status: 'failed', news: { ...news, failureCode } } as const
    const body = JSON.parse(writeStatusBody(failed))
    for (const name of failureNames) expect(body[name]).toMatch(/./)
    for (const name of paymentNames) expect(body).not.toHaveProperty(name)
  })

  test('behavior: a trial says that it is one', () => {
    expect(JSON.parse(writeStatusBody(change, { test: true }))).toMatchObject({ test: true })
    expect(JSON.parse(writeStatusBody(change))).not.toHaveProperty('test')
  })
})
