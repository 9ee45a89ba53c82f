import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { laneOf, ownLaneOf } from './lane.js'

const merchant = knownAddress(`0x${'1'.repeat(40)}`)
const delivery = {
  merchant,
  id: 'd-1',
  receiptId: 'r-1',
  endpointId: null,
  url: 'https://shop.example:8443/hook?x=1',
}

describe('laneOf', () => {
  test('default', () => {
    expect(laneOf(delivery)).toEqual({
      merchant,
      lane: 'receipt shop.example:8443 r-1',
      route: `shop.example:8443 ${merchant}`,
    })
  })

  test('behavior: events of one receipt on their way to one address share it, others do not', () => {
    const { lane } = laneOf(delivery)
    expect(laneOf({ ...delivery, id: 'd-2' }).lane).toBe(lane)
    expect(laneOf({ ...delivery, receiptId: 'r-2' }).lane).not.toBe(lane)
    expect(laneOf({ ...delivery, endpointId: 'whk_1' }).lane).not.toBe(lane)
    expect(laneOf({ ...delivery, url: 'https://other.example/' }).lane).not.toBe(lane)
  })

  test('behavior: what is about no receipt stands alone', () => {
    expect(laneOf({ ...delivery, receiptId: null })).toEqual(ownLaneOf(delivery))
  })
})
