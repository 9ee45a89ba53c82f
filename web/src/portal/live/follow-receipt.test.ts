import type { PortalReceipt } from '@tallystick/sdk'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventSources } from '../../../test/fixtures/event-source.js'
import { followReceipt } from './follow-receipt.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const eventsUrl = '/api/portal/rcpt_1/events'
const asText = (status: string) => JSON.stringify({ status })

/** A page in a browser, the service behind it, and what the page was told. */
function aPage({ hidden = false } = {}) {
  const document = Object.assign(new EventTarget(), { hidden })
  const target = Object.assign(new EventTarget(), { document })
  const { EventSource, made } = eventSources()
  const service = { status: 'asked', isAway: false, delayMs: 0, asked: 0 }
  const told: string[] = []
  const load = async () => {
    service.asked += 1
    const { status, isAway } = service
    if (service.delayMs > 0) await new Promise((done) => setTimeout(done, service.delayMs))
    if (isAway) throw new Error('offline')
    return { status } as PortalReceipt
  }
  const { stop, refresh } = followReceipt({
    eventsUrl,
    load,
    onReceipt: ({ status }) => told.push(status),
    onConnection: (state) => told.push(state),
    EventSource,
    target: target as unknown as Window,
  })

  return {
    made,
    told,
    service,
    stop,
    refresh,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** The stream of now. */
    stream: () => {
      const source = made.at(-1)
      if (!source) throw new Error('no stream')
      return source
    },
    openStreams: () => made.filter(({ readyState }) => readyState !== 2).length,
    show: (isShown: boolean) => {
      document.hidden = !isShown
      document.dispatchEvent(new Event('visibilitychange'))
    },
    fire: (name: string, more: object = {}) =>
      target.dispatchEvent(Object.assign(new Event(name), more)),
  }
}

describe('followReceipt', () => {
  test('default', async () => {
    const { made, told, service, stream, pass } = aPage()
    expect(made.map(({ url }) => url)).toEqual([eventsUrl])
    stream().accept()
    stream().tell(asText('pending'))
    stream().tell(asText('paid'))
    await pass(60_000)
    expect(told).toEqual(['live', 'pending', 'paid'])
    expect(service.asked).toBe(0)
  })

  test('behavior: asks while the stream is away, until it is back', async () => {
    const { told, service, stream, pass } = aPage()
    stream().accept()
    stream().cut()
    stream().cut()
    expect(told).toEqual(['live', 'reconnecting'])
    await pass(999)
    expect(service.asked).toBe(0)
    await pass(1)
    expect(told.slice(2)).toEqual(['asked'])
    await pass(10_000)
    expect(service.asked).toBe(3)

    // Once more: the stream does not repeat what it told before it was cut.
    stream().accept()
    await pass(60_000)
    expect(service.asked).toBe(4)
    expect(told.slice(-2)).toEqual(['live', 'asked'])
  })

  test('behavior: a service that is away altogether', async () => {
    const { told, service, stream, pass } = aPage()
    service.isAway = true
    stream().cut()
    await pass(20_000)
    expect(service.asked).toBe(4)
    expect(told).toEqual(['reconnecting'])
    service.isAway = false
    await pass(5_000)
    expect(told).toEqual(['reconnecting', 'asked'])
  })

  test('behavior: a stream that is refused is tried again later', async () => {
    const { made, told, stream, pass } = aPage()
    stream().refuse()
    await pass(14_999)
    expect(made).toHaveLength(1)
    expect(told.filter((word) => word === 'asked')).toHaveLength(3)
    await pass(1)
    expect(made).toHaveLength(2)
    stream().refuse()
    await pass(15_000)
    expect(made).toHaveLength(3)
    stream().accept()
    stream().tell(asText('paid'))
    await pass(60_000)
    expect(made).toHaveLength(3)
    expect(told.filter((word) => word === 'reconnecting')).toHaveLength(1)
    expect(told.slice(-2)).toEqual(['live', 'paid'])
  })

  test('behavior: a browser that tries again itself is left to it', async () => {
    const { made, stream, pass } = aPage()
    stream().cut()
    await pass(60_000)
    expect(made).toHaveLength(1)
  })

  test('behavior: an answer from before an event does not replace it', async () => {
    const { told, service, stream, pass } = aPage()
    stream().cut()
    service.delayMs = 3_000
    await pass(1_000)
    stream().accept()
    stream().tell(asText('paid'))
    service.status = 'later'
    await pass(60_000)
    expect(service.asked).toBe(2)
    expect(told).toEqual(['reconnecting', 'live', 'paid'])
  })

  test('behavior: does not ask while nobody looks', async () => {
    const { made, told, service, stream, show, pass } = aPage()
    stream().accept()
    stream().refuse()
    await pass(2_000)
    expect(service.asked).toBe(1)
    show(false)
    await pass(120_000)
    expect([service.asked, made.length]).toEqual([1, 1])

    show(true)
    await pass(0)
    expect([service.asked, made.length]).toEqual([2, 2])
    expect(told).toEqual(['live', 'reconnecting', 'asked', 'asked'])
    await pass(1_000)
    expect(service.asked).toBe(3)
  })

  test('behavior: a stream that is lost while nobody looks', async () => {
    const { made, told, service, stream, show, pass } = aPage({ hidden: true })
    stream().refuse()
    await pass(120_000)
    expect(told).toEqual(['reconnecting'])
    expect([service.asked, made.length]).toEqual([0, 1])
    show(true)
    await pass(0)
    expect([service.asked, made.length]).toEqual([1, 2])
  })

  test('behavior: a stream that only seems to be there is replaced when the page is shown', async () => {
    const { made, told, service, stream, openStreams, show, pass } = aPage()
    stream().accept()
    show(false)
    show(true)
    await pass(0)
    expect([service.asked, made.length, openStreams()]).toEqual([1, 2, 1])
    made[0]?.tell(asText('from the dead'))
    stream().accept()
    stream().tell(asText('paid'))
    await pass(60_000)
    expect(told).toEqual(['live', 'asked', 'paid'])
    expect(service.asked).toBe(1)
  })

  test.each([
    ['the network is back', 'online', {}],
    ['the page comes back whole', 'pageshow', { persisted: true }],
  ])('behavior: catches up when %s', async (_name, event, more) => {
    const { made, told, service, stream, openStreams, fire, pass } = aPage()
    stream().accept()
    stream().refuse()
    fire(event, more)
    await pass(0)
    expect([service.asked, made.length, openStreams()]).toEqual([1, 2, 1])
    expect(told).toEqual(['live', 'reconnecting', 'asked'])
    stream().accept()
    // The former one's time to be tried again has passed without effect.
    await pass(60_000)
    expect([made.length, openStreams()]).toEqual([2, 1])
  })

  test('behavior: a page that was just loaded, or is not seen, has nothing to catch up with', async () => {
    const page = aPage()
    page.fire('pageshow', { persisted: false })
    page.show(false)
    page.fire('online')
    await page.pass(0)
    expect([page.service.asked, page.made.length]).toEqual([0, 1])
  })

  test('behavior: what is no receipt is passed over', () => {
    const { told, stream } = aPage()
    stream().accept()
    stream().tell('<html>')
    stream().tell('null')
    stream().tell(asText('paid'))
    expect(told).toEqual(['live', 'paid'])
  })

  test('behavior: nothing is told after the end', async () => {
    const { made, told, service, stream, openStreams, stop, show, fire, pass } = aPage()
    service.delayMs = 500
    stream().refuse()
    await pass(1_000)
    stop()
    show(false)
    show(true)
    fire('online')
    fire('pageshow', { persisted: true })
    await pass(60_000)
    expect(told).toEqual(['reconnecting'])
    expect([service.asked, made.length, openStreams()]).toEqual([1, 1, 0])
  })

  test("behavior: uses the browser's own unless told", () => {
    const { EventSource, made } = eventSources()
    const document = Object.assign(new EventTarget(), { hidden: false })
    vi.stubGlobal('EventSource', EventSource)
    vi.stubGlobal('window', Object.assign(new EventTarget(), { document }))
    const load = () => Promise.reject(new Error('not asked'))
    const { stop } = followReceipt({ eventsUrl, load, onReceipt: () => {}, onConnection: () => {} })
    expect(made).toHaveLength(1)
    stop()
    expect(made[0]?.readyState).toBe(2)
  })
})
