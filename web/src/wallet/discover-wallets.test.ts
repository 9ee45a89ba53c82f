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

/** A page with what is announced in it, when asked to, by extensions that were there before. */
function aPage({ installed = [], ethereum }: { installed?: unknown[]; ethereum?: unknown } = {}) {
  const target = new EventTarget()
  const announce = (detail: unknown) =>
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  target.addEventListener('eip6963:requestProvider', () => installed.forEach(announce))
  const told: (readonly Wallet[])[] = []
  const page = Object.assign(target, { ethereum }) as unknown as Window
  const stop = discoverWallets(page, (wallets) => told.push(wallets))
  const names = () => told.map((wallets) => wallets.map(({ name }) => name))
  return { announce, told, names, stop }
}

describe('discoverWallets', () => {
  test('default', () => {
    const { told } = aPage({ installed: [announcement('one')] })
    expect(told).toEqual([[{ id: 'com.one', name: 'one', icon, provider }]])
    expect(told[0]?.[0]?.provider).toBe(provider)
    vi.advanceTimersByTime(1_000)
    expect(told).toHaveLength(1)
  })

  test('behavior: several, and one that comes late', () => {
    const { announce, names } = aPage({ installed: [announcement('one'), announcement('two')] })
    vi.advanceTimersByTime(5_000)
    announce(announcement('late'))
    expect(names()).toEqual([['one'], ['one', 'two'], ['one', 'two', 'late']])
  })

  test('behavior: what was told is not changed afterwards', () => {
    const { announce, told } = aPage({ installed: [announcement('one')] })
    const first = told[0]
    announce(announcement('two'))
    expect(first).toHaveLength(1)
  })

  test('behavior: the same wallet again, or a copy of it, is one', () => {
    const { announce, names } = aPage({ installed: [announcement('one'), announcement('one')] })
    announce(announcement('copy', { rdns: 'com.one' }))
    announce(announcement('again', { uuid: 'uuid-one' }))
    expect(names()).toEqual([['one']])
  })

  test('behavior: a uuid is no rdns', () => {
    const { names } = aPage({
      installed: [announcement('one', { uuid: 'same' }), announcement('two', { rdns: 'same' })],
    })
    expect(names().at(-1)).toEqual(['one', 'two'])
  })

  test('behavior: none is said once, after a moment', () => {
    const { told } = aPage()
    vi.advanceTimersByTime(299)
    expect(told).toEqual([])
    vi.advanceTimersByTime(10_000)
    expect(told).toEqual([[]])
  })

  test('behavior: an older wallet counts when nothing else is there', () => {
    const { told } = aPage({ ethereum: provider })
    expect(told).toEqual([])
    vi.advanceTimersByTime(300)
    expect(told).toEqual([[{ id: 'injected', name: 'Browser wallet', icon: null, provider }]])
  })

  test('behavior: an older wallet leaves when another one announces itself', () => {
    const { announce, names } = aPage({ ethereum: provider })
    vi.advanceTimersByTime(300)
    announce(announcement('late'))
    expect(names()).toEqual([['Browser wallet'], ['late']])
  })

  test('behavior: an older wallet is not looked for where another one is', () => {
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
  ])('behavior: %s in its place is no wallet', (_name, ethereum) => {
    const { told } = aPage({ ethereum })
    vi.advanceTimersByTime(300)
    expect(told).toEqual([[]])
  })

  test('behavior: nothing is told after the end', () => {
    const { announce, told, stop } = aPage({ ethereum: provider })
    stop()
    announce(announcement('late'))
    vi.advanceTimersByTime(300)
    expect(told).toEqual([])
  })

  test('behavior: of ten thousand wallets twelve are kept', () => {
    const installed = Array.from({ length: 10_000 }, (_, index) => announcement(`w${index}`))
    const { told } = aPage({ installed })
    expect(told).toHaveLength(12)
    expect(told.at(-1)?.map(({ name }) => name)).toEqual(
      Array.from({ length: 12 }, (_, index) => `w${index}`),
    )
  })

  test('behavior: whatever is announced, what is told can be shown', () => {
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
        const { told, stop } = aPage({ installed })
        vi.advanceTimersByTime(300)
        stop()
        expect(told.length).toBeGreaterThan(0)
        const wallets = told.at(-1) ?? []
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
