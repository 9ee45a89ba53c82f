import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { ownQueueOf, queueOf } from './delivery.js'

const merchant = knownAddress(`0x${'1'.repeat(40)}`)
const delivery = {
  merchant,
  id: 'd-1',
  receiptId: 'r-1',
  endpointId: null,
  url: 'https://shop.example:8443/hook?x=1',
}

describe('queueOf', () => {
  test('default', () => {
    expect(queueOf(delivery)).toEqual({
      merchant,
      queueKey: 'receipt shop.example:8443 r-1',
      route: `shop.example:8443 ${merchant}`,
    })
  })

  test('behavior: only events of the same receipt and address share a queue', () => {
    const { queueKey } = queueOf(delivery)
    expect(queueOf({ ...delivery, id: 'd-2' }).queueKey).toBe(queueKey)
    expect(queueOf({ ...delivery, receiptId: 'r-2' }).queueKey).not.toBe(queueKey)
    expect(queueOf({ ...delivery, endpointId: 'whk_1' }).queueKey).not.toBe(queueKey)
    expect(queueOf({ ...delivery, url: 'https://other.example/' }).queueKey).not.toBe(queueKey)
  })

  test('behavior: an event about no receipt has a queue of its own', () => {
    expect(queueOf({ ...delivery, receiptId: null })).toEqual(ownQueueOf(delivery))
  })
})
