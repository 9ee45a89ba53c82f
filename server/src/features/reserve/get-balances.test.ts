import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { getBalances } from './get-balances.js'

describe('getBalances', () => {
  test('behavior: returns no balances while the database is unavailable', async () => {
    const get = () => Promise.reject(new StoreUnavailable({ mayHaveCommitted: false }))
    const balances = await getBalances({} as Context, { merchant: aWallet(), cache: { get } })
    const degraded = { degraded: true, reason: 'datastore_unavailable' }
    expect(balances).toEqual({ balances: [], updatedAt: 0, ...degraded })
  })
})
