import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { requirePublicTarget } from './require-public-target.js'
import type { ResolveHost } from './resolve-host.js'

const url = 'https://hooks.example.com:8443/x'

function passing(
  resolveHost: ResolveHost,
  input: { mode?: 'live' | 'sandbox'; url?: string } = {},
) {
  const config = { ...testConfig(), mode: input.mode ?? 'live' }
  const field = 'webhook_url'
  return requirePublicTarget({ config, resolveHost }, { url: input.url ?? url, field })
}

describe('requirePublicTarget', () => {
  test('default', async () => {
    const lookups: string[] = []
    const resolveHost = async (host: string) => {
      lookups.push(host)
      return ['8.8.8.8', '2606:4700::1111']
    }
    await passing(resolveHost)
    await passing(resolveHost, { url: 'https://[2606:4700::1111]/' })
    expect(lookups).toEqual(['hooks.example.com', '2606:4700::1111'])
  })

  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['8.8.8.8', '::1']], [['fd00::1']]])(
    'error: rejects %j',
    async (addresses) => {
      await expect(passing(async () => addresses)).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'webhook_url must be an address on the public internet',
      })
    },
  )

  test('behavior: accepts a host that cannot be resolved', async () => {
    await passing(() => Promise.reject(new Error('SERVFAIL')))
    await passing(async () => [])
  })

  test('behavior: does not wait for slow name servers', { tags: 'slow' }, async () => {
    let isGivenUp = false
    await passing((_, signal) => {
      signal.addEventListener('abort', () => {
        isGivenUp = true
      })
      return new Promise(() => {})
    })
    expect(isGivenUp).toBe(true)
  })

  test('behavior: looks up nothing in sandbox mode', async () => {
    await passing(() => Promise.reject(new Error('looked up')), { mode: 'sandbox' })
    await passing(async () => ['127.0.0.1'], { mode: 'sandbox', url: 'http://localhost:4000/' })
  })
})
