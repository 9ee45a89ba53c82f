import { describe, expect, test } from 'vitest'
import { aWallet } from '../../test/fixtures/factories.js'
import { unixMs } from '../lib/time.js'
import { chooseMerchant } from './choose-merchant.js'
import type { Role } from './roles.js'
import type { Membership } from './sessions/session-store.js'

const wallet = aWallet()
const [first, second] = [aWallet(), aWallet()]

/** Chooses for a person with these roles, by merchant. */
function choose(roles: Record<string, Role>, query: object = {}) {
  const memberships = Object.entries(roles).map(([merchant, role]) => ({ merchant, role }))
  const { merchant, role } = chooseMerchant(
    {
      kind: 'person',
      id: wallet,
      wallet,
      sessionId: 's',
      verifiedAt: unixMs(0),
      csrfToken: 'c',
      memberships: memberships as Membership[],
      merchant: null,
      role: null,
      isSuspended: false,
    },
    { right: 'shop:read', request: { query, body: null } },
  )
  return [merchant, role]
}

describe('chooseMerchant', () => {
  test('default: the merchant that the request names', () => {
    expect(choose({ [wallet]: 'owner', [first]: 'viewer' }, { wallet: first })).toEqual([
      first,
      'viewer',
    ])
  })

  test.each<[string, Record<string, Role>, string]>([
    ['the only one', { [first]: 'viewer' }, first],
    ['the own one of several', { [first]: 'admin', [wallet]: 'owner' }, wallet],
    ['the only owned one of several', { [first]: 'admin', [second]: 'owner' }, second],
    ['the own one of several owned ones', { [first]: 'owner', [wallet]: 'owner' }, wallet],
    ['the owned one, not the former own one', { [wallet]: 'cashier', [second]: 'owner' }, second],
  ])('behavior: without a name, %s', (_name, roles, expected) => {
    expect(choose(roles)[0]).toBe(expected)
  })

  test.each<[string, Record<string, Role>]>([
    ['none', {}],
    ['several of others', { [first]: 'admin', [second]: 'viewer' }],
    ['a former own one among others', { [wallet]: 'cashier', [first]: 'viewer' }],
    ['two owned ones of other names', { [first]: 'owner', [second]: 'owner' }],
  ])('error: wallet_required with %s', (_name, roles) => {
    expect(() => choose(roles)).toThrow(expect.objectContaining({ code: 'wallet_required' }))
  })
})
