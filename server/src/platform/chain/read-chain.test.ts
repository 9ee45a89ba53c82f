import { describe, expect, test } from 'vitest'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import type { Chain } from './chain.js'
import { readChain } from './read-chain.js'

const ctx = { chain: {} as Chain, log: silentLog }
const failing = (error: Error) => readChain(ctx, () => Promise.reject(error))

describe('readChain', () => {
  test('default', async () => {
    expect(await readChain(ctx, async () => 1n)).toBe(1n)
  })

  test('behavior: other errors propagate', async () => {
    await expect(failing(new TypeError('a bug'))).rejects.toThrow(TypeError)
  })

  test('error: a node that does not respond, or none', async () => {
    const { TimeoutError } = await import('viem')
    const timeout = new TimeoutError({ body: {}, url: 'http://localhost' })
    await expect(failing(timeout)).rejects.toMatchObject({ code: 'chain_unavailable' })
    const none = readChain({ ...ctx, chain: null }, async () => 1n)
    await expect(none).rejects.toMatchObject({ code: 'chain_unavailable' })
  })
})
