import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { describe, expect, test } from 'vitest'
import { x402 } from '../../../auth/guards.js'
import type { RouteRecord } from '../../../platform/http/routes.js'
import { directoryGuard } from '../../directory/listed-shop-route.js'
import { describeApi } from '../../openapi/describe-api.js'
import { bazaarExtension } from './bazaar.js'
import { describePaidRoute, type PaidRoute, paidRoutes } from './paid-routes.js'

const config = { baseUrl: 'http://tally.test', chainId: 84532, contactEmail: 'help@tally.test' }
const names = Object.keys(paidRoutes) as PaidRoute[]

const routes = [
  ...names.map((name) => ({
    method: 'POST',
    path: paidRoutes[name].path,
    schema: { summary: name, body: { type: 'object' }, response: { 200: {}, 402: {} } },
    config: { guard: x402({ limit: 'x402-orders' }), reference: describePaidRoute(config, name) },
  })),
  {
    method: 'GET',
    path: '/api/directory/shops',
    schema: { summary: 'shops', response: { 200: {} } },
    config: { guard: directoryGuard({ directoryPublic: true }) },
  },
] as RouteRecord[]

describe('describePaidRoute', () => {
  test('default', () => {
    expect(describePaidRoute(config, 'orders').fields).toEqual({
      'x-payment-info': {
        price: { mode: 'dynamic', currency: 'USD', min: '0.10', max: '100000.00' },
        protocols: [{ x402: {} }],
      },
      'x-x402': {
        accepts: [
          {
            scheme: 'exact',
            network: 'eip155:84532',
            asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
            minAmount: '100000',
            maxAmount: '100000000000',
          },
        ],
        extensions: expect.objectContaining({ bazaar: {} }),
      },
    })
  })

  test('behavior: the reference has the security schemes and the header of the challenge', () => {
    const { paths, components, info } = describeApi({ routes }, config) as Record<string, never>
    expect(components).toMatchObject({
      securitySchemes: {
        x402: { type: 'http', scheme: 'x402' },
        siwx: {
          type: 'apiKey',
          in: 'header',
          name: 'SIGN-IN-WITH-X',
          'x-agentcash-auth-kind': 'siwx',
        },
      },
    })
    expect(paths).toMatchObject({
      '/api/x402/orders': {
        post: {
          security: [{ x402: [] }],
          responses: { 402: { headers: { 'PAYMENT-REQUIRED': { schema: { type: 'string' } } } } },
        },
      },
      '/api/directory/shops': { get: { security: [{ siwx: [] }, {}] } },
    })
    expect(info).toMatchObject({
      contact: { url: config.baseUrl, email: config.contactEmail },
      'x-guidance': expect.stringContaining('/api/x402/orders'),
    })
  })
})

describe('bazaarExtension', () => {
  test.each(names)('default: %s', (name) => {
    expect(validateDiscoveryExtension(bazaarExtension(name).bazaar as never)).toMatchObject({
      valid: true,
    })
  })

  test('behavior: fits into the header beside an offer', () => {
    const text = JSON.stringify(bazaarExtension('orders'))
    expect(Math.ceil((text.length * 4) / 3)).toBeLessThan(1_200)
  })
})
