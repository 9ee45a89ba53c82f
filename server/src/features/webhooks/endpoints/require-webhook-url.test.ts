import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../../test/test-config.js'
import { requireWebhookUrl } from './require-webhook-url.js'

const sandbox = testConfig()
const contextOf = (mode: 'live' | 'sandbox', ...addresses: string[]) => ({
  config: { ...sandbox, mode },
  resolveHost: async () => addresses,
})

describe('requireWebhookUrl', () => {
  test('default', async () => {
    const ctx = contextOf('live', '93.184.215.14')
    expect(await requireWebhookUrl(ctx, 'https://SHOP.example/Hook')).toBe(
      'https://shop.example/Hook',
    )
  })

  test('behavior: live mode allows any port that browsers allow', async () => {
    const ctx = contextOf('live', '93.184.215.14')
    const url = 'https://shop.example:9443/'
    expect(await requireWebhookUrl(ctx, url)).toBe(url)
    await expect(requireWebhookUrl(contextOf('live', '10.0.0.1'), url)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('behavior: sandbox mode allows localhost', async () => {
    const ctx = contextOf('sandbox')
    expect(await requireWebhookUrl(ctx, 'http://localhost:4000/a')).toBe('http://localhost:4000/a')
  })

  test.each([
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://me@shop.example/',
    'https://shop.example:25/',
  ])('error: %s in live mode', async (text) => {
    const ctx = contextOf('live', '93.184.215.14')
    await expect(requireWebhookUrl(ctx, text)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('error: rejects a host that resolves to a private network', async () => {
    const ctx = contextOf('live', '93.184.215.14', '10.0.0.1')
    await expect(requireWebhookUrl(ctx, 'https://shop.example/')).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'url must be an address on the public internet',
    })
  })
})
