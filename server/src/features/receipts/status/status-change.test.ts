import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../../lib/hex.js'
import { cents } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { writeEventBody } from '../../events/event.js'
import { failureCodes } from './failures.js'
import { describeStatusChange } from './status-change.js'

const receipt = {
  merchant: knownAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'),
  id: 'r-1',
  status: 'paid',
  failureCode: null,
  transactionHash: `0x${'a'.repeat(64)}`,
  buyerWallet: knownAddress('0x000000000000000000000000000000000000dead'),
  totalUsdCents: cents(1_250n),
  paymentToken: 'EURC',
  reference: null,
  metadata: null,
  onramp: null,
} as const
const change = {
  previousStatus: 'recipient_validated',
  at: unixMs(5),
  brandKey: 'default',
} as const

const failureNames = ['failureCode', 'failureCategory', 'failureReason', 'failureAction']
const paymentNames = ['transactionHash', 'buyerWallet', 'customerTotalUsd', 'onrampSourceAmountUsd']

describe('describeStatusChange', () => {
  test('default', () => {
    const data = describeStatusChange(receipt, change)
    expect(data).toMatchObject({
      status: 'paid',
      token: 'EURC',
      timestamp: 5,
      transactionHash: receipt.transactionHash,
      buyerWallet: '0x000000000000000000000000000000000000dEaD',
      merchantWallet: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    })
    for (const name of failureNames) expect(data).toHaveProperty(name, null)
    expect(data).not.toHaveProperty('onrampSourceAmountUsd')
  })

  test('behavior: omits the webhook address and the signing key', () => {
    const route = { webhookUrl: 'https://shop.example/hook', keyId: 'key_1' }
    const data = describeStatusChange({ ...receipt, ...route }, change)
    expect(JSON.stringify(data)).not.toMatch(/shop\.example|key_1/)
  })

  test.each(failureCodes)('behavior: explains the failure %s', (failureCode) => {
    const failed = { ...receipt, status: 'failed', failureCode } as const
    const data = describeStatusChange(failed, change)
    for (const name of failureNames) expect(data).toHaveProperty(name, expect.stringMatching(/./))
    for (const name of paymentNames) expect(data).not.toHaveProperty(name)
  })

  test('behavior: writes the same bytes as earlier versions', () => {
    const metadata = { b: 1, a: [null] }
    const paid = describeStatusChange({ ...receipt, metadata, reference: 'o-1' }, change)
    expect(writeEventBody('receipt.status_updated', paid)).toBe(
      `{"event":"receipt.status_updated","receiptId":"r-1","status":"paid","previousStatus":"recipient_validated","failureCode":null,"failureCategory":null,"failureReason":null,"failureAction":null,"transactionHash":"0x${'a'.repeat(64)}","buyerWallet":"0x000000000000000000000000000000000000dEaD","merchantWallet":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed","totalUsd":12.5,"customerTotalUsd":12.5,"token":"EURC","timestamp":5,"brandKey":"default","onrampSessionId":null,"isOnrampSessionUnique":false,"transactionId":"o-1","metadata":{"b":1,"a":[null]}}`,
    )
  })
})
