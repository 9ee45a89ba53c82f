import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { discoverWallets } from './discover-wallets.js'
import type { Wallet } from './wallet.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const provider = { request: async () => null }
const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const announcement = (name: string, more: object = {}) => ({
  info: { uuid: `uuid-${name}`, rdns: `com.${name}`, name, icon, ...more },
  provider,
})

/** Creates a page whose `installed` extensions announce themselves on request. */
function aPage({ installed = [], ethereum }: { installed?: unknown[]; ethereum?: unknown } = {}) {
  const target = new EventTarget()
  const announce = (detail: unknown) =>
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  target.addEventListener('eip6963:requestProvider', () => installed.forEach(announce))
  const reported: (readonly Wallet[])[] = []
  const page = Object.assign(target, { ethereum }) as unknown as Window
  const stop = discoverWallets(page, {
    injectedName: 'Browser wallet',
    onChange: (wallets) => reported.push(wallets),
  })
  const names = () => reported.map((wallets) => wallets.map(({ name }) => name))
  return { announce, reported, names, stop }
}

describe('discoverWallets', () => {
  test('default', () => {
    const { reported } = aPage({ installed: [announcement('one')] })
    expect(reported).toEqual([[{ id: 'com.one', name: 'one', icon, provider }]])
    expect(reported[0]?.[0]?.provider).toBe(provider)
    vi.advanceTimersByTime(1_000)
    expect(reported).toHaveLength(1)
  })

  test('behavior: reports several wallets and a late one', () => {
    const { announce, names } = aPage({ installed: [announcement('one'), announcement('two')] })
    vi.advanceTimersByTime(5_000)
    announce(announcement('late'))
    expect(names()).toEqual([['one'], ['one', 'two'], ['one', 'two', 'late']])
  })

  test('behavior: does not change a list it has reported', () => {
    const { announce, reported } = aPage({ installed: [announcement('one')] })
    const first = reported[0]
    announce(announcement('two'))
    expect(first).toHaveLength(1)
  })

  test('behavior: reports a repeated or copied wallet once', () => {
    const { announce, names } = aPage({ installed: [announcement('one'), announcement('one')] })
    announce(announcement('copy', { rdns: 'com.one' }))
    announce(announcement('again', { uuid: 'uuid-one' }))
    expect(names()).toEqual([['one']])
  })

  test('behavior: does not confuse a uuid with an rdns', () => {
    const { names } = aPage({
      installed: [announcement('one', { uuid: 'same' }), announcement('two', { rdns: 'same' })],
    })
    expect(names().at(-1)).toEqual(['one', 'two'])
  })

  test('behavior: reports an empty list once, after the timeout', () => {
    const { reported } = aPage()
    vi.advanceTimersByTime(299)
    expect(reported).toEqual([])
    vi.advanceTimersByTime(10_000)
    expect(reported).toEqual([[]])
  })

  test('behavior: falls back to window.ethereum', () => {
    const { reported } = aPage({ ethereum: provider })
    expect(reported).toEqual([])
    vi.advanceTimersByTime(300)
    expect(reported).toEqual([[{ id: 'injected', name: 'Browser wallet', icon: null, provider }]])
  })

  test('behavior: drops window.ethereum when another wallet announces itself', () => {
    const { announce, names } = aPage({ ethereum: provider })
    vi.advanceTimersByTime(300)
    announce(announcement('late'))
    expect(names()).toEqual([['Browser wallet'], ['late']])
  })

  test('behavior: ignores window.ethereum when another wallet is known', () => {
    const { names } = aPage({ ethereum: provider, installed: [announcement('one')] })
    vi.advanceTimersByTime(300)
    expect(names()).toEqual([['one']])
  })

  test.each([
    ['nothing', null],
    ['text', 'wallet'],
    ['an object without request', { send: () => null }],
    [
      'a trap',
      {
        get request() {
          throw new Error('trap')
        },
      },
    ],
  ])('behavior: ignores %s in window.ethereum', (_name, ethereum) => {
    const { reported } = aPage({ ethereum })
    vi.advanceTimersByTime(300)
    expect(reported).toEqual([[]])
  })

  test('behavior: reports nothing after it is stopped', () => {
    const { announce, reported, stop } = aPage({ ethereum: provider })
    stop()
    announce(announcement('late'))
    vi.advanceTimersByTime(300)
    expect(reported).toEqual([])
  })

  test('behavior: keeps twelve of ten thousand wallets', () => {
    const installed = Array.from({ length: 10_000 }, (_, index) => announcement(`w${index}`))
    const { reported } = aPage({ installed })
    expect(reported).toHaveLength(12)
    expect(reported.at(-1)?.map(({ name }) => name)).toEqual(
      Array.from({ length: 12 }, (_, index) => `w${index}`),
    )
  })

  test('property: every reported wallet can be shown', () => {
    const text = fc.oneof(fc.string(), fc.constant('com.same'), fc.constant('x'.repeat(300)))
    const junk = fc.anything({ maxDepth: 1, maxKeys: 2 })
    const info = fc.record(
      { uuid: text, rdns: text, name: fc.string({ maxLength: 60 }), icon: text },
      { requiredKeys: [] },
    )
    const detail = fc.oneof(
      junk,
      fc.record({ info: fc.oneof(info, junk), provider: fc.constant(provider) }),
      fc.record({ info, provider: junk }),
    )
    fc.assert(
      fc.property(fc.array(detail, { maxLength: 8 }), (installed) => {
        const { reported, stop } = aPage({ installed })
        vi.advanceTimersByTime(300)
        stop()
        expect(reported.length).toBeGreaterThan(0)
        const wallets = reported.at(-1) ?? []
        expect(wallets.length).toBeLessThanOrEqual(12)
        expect(new Set(wallets.map(({ id }) => id)).size).toBe(wallets.length)
        const canBeShown = ({ name, provider: { request } }: Wallet) =>
          name !== '' && [...name].length <= 40 && typeof request === 'function'
        expect(wallets.every(canBeShown)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})
