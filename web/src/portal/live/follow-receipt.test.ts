import type { PortalReceipt } from '@tallystick/sdk'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeEventSources } from '../../../test/fixtures/event-source.js'
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

/** Creates a page with a service behind it, and records what it reports. */
function aPage({ hidden = false } = {}) {
  const document = Object.assign(new EventTarget(), { hidden })
  const target = Object.assign(new EventTarget(), { document })
  const { EventSource, created } = fakeEventSources()
  const service = { status: 'polled', isDown: false, delayMs: 0, polls: 0 }
  const reported: string[] = []
  const load = async () => {
    service.polls += 1
    const { status, isDown } = service
    if (service.delayMs > 0) await new Promise((done) => setTimeout(done, service.delayMs))
    if (isDown) throw new Error('offline')
    return { status } as PortalReceipt
  }
  const { stop, refresh } = followReceipt({
    eventsUrl,
    load,
    onReceipt: ({ status }) => reported.push(status),
    onConnection: (state) => reported.push(state),
    EventSource,
    target: target as unknown as Window,
  })

  return {
    created,
    reported,
    service,
    stop,
    refresh,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Returns the current stream. */
    stream: () => {
      const source = created.at(-1)
      if (!source) throw new Error('no stream')
      return source
    },
    openStreams: () => created.filter(({ readyState }) => readyState !== 2).length,
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
    const { created, reported, service, stream, pass } = aPage()
    expect(created.map(({ url }) => url)).toEqual([eventsUrl])
    stream().accept()
    stream().emit(asText('pending'))
    stream().emit(asText('paid'))
    await pass(60_000)
    expect(reported).toEqual(['live', 'pending', 'paid'])
    expect(service.polls).toBe(0)
  })

  test('behavior: polls while the stream is down', async () => {
    const { reported, service, stream, pass } = aPage()
    stream().accept()
    stream().disconnect()
    stream().disconnect()
    expect(reported).toEqual(['live', 'reconnecting'])
    await pass(999)
    expect(service.polls).toBe(0)
    await pass(1)
    expect(reported.slice(2)).toEqual(['polled'])
    await pass(10_000)
    expect(service.polls).toBe(3)

    // Polls once more, because the stream does not repeat earlier events.
    stream().accept()
    await pass(60_000)
    expect(service.polls).toBe(4)
    expect(reported.slice(-2)).toEqual(['live', 'polled'])
  })

  test('behavior: keeps polling while the service is down', async () => {
    const { reported, service, stream, pass } = aPage()
    service.isDown = true
    stream().disconnect()
    await pass(20_000)
    expect(service.polls).toBe(4)
    expect(reported).toEqual(['reconnecting'])
    service.isDown = false
    await pass(5_000)
    expect(reported).toEqual(['reconnecting', 'polled'])
  })

  test('behavior: reopens a refused stream later', async () => {
    const { created, reported, stream, pass } = aPage()
    stream().refuse()
    await pass(14_999)
    expect(created).toHaveLength(1)
    expect(reported.filter((entry) => entry === 'polled')).toHaveLength(3)
    await pass(1)
    expect(created).toHaveLength(2)
    stream().refuse()
    await pass(15_000)
    expect(created).toHaveLength(3)
    stream().accept()
    stream().emit(asText('paid'))
    await pass(60_000)
    expect(created).toHaveLength(3)
    expect(reported.filter((entry) => entry === 'reconnecting')).toHaveLength(1)
    expect(reported.slice(-2)).toEqual(['live', 'paid'])
  })

  test('behavior: leaves reconnecting to the browser', async () => {
    const { created, stream, pass } = aPage()
    stream().disconnect()
    await pass(60_000)
    expect(created).toHaveLength(1)
  })

  test('behavior: an older response does not replace an event', async () => {
    const { reported, service, stream, pass } = aPage()
    stream().disconnect()
    service.delayMs = 3_000
    await pass(1_000)
    stream().accept()
    stream().emit(asText('paid'))
    service.status = 'later'
    await pass(60_000)
    expect(service.polls).toBe(2)
    expect(reported).toEqual(['reconnecting', 'live', 'paid'])
  })

  test('behavior: does not poll while the page is hidden', async () => {
    const { created, reported, service, stream, show, pass } = aPage()
    stream().accept()
    stream().refuse()
    await pass(2_000)
    expect(service.polls).toBe(1)
    show(false)
    await pass(120_000)
    expect([service.polls, created.length]).toEqual([1, 1])

    show(true)
    await pass(0)
    expect([service.polls, created.length]).toEqual([2, 2])
    expect(reported).toEqual(['live', 'reconnecting', 'polled', 'polled'])
    await pass(1_000)
    expect(service.polls).toBe(3)
  })

  test('behavior: reopens a stream that was lost while hidden', async () => {
    const { created, reported, service, stream, show, pass } = aPage({ hidden: true })
    stream().refuse()
    await pass(120_000)
    expect(reported).toEqual(['reconnecting'])
    expect([service.polls, created.length]).toEqual([0, 1])
    show(true)
    await pass(0)
    expect([service.polls, created.length]).toEqual([1, 2])
  })

  test('behavior: replaces the stream when the page becomes visible', async () => {
    const { created, reported, service, stream, openStreams, show, pass } = aPage()
    stream().accept()
    show(false)
    show(true)
    await pass(0)
    expect([service.polls, created.length, openStreams()]).toEqual([1, 2, 1])
    created[0]?.emit(asText('from a closed stream'))
    stream().accept()
    stream().emit(asText('paid'))
    await pass(60_000)
    expect(reported).toEqual(['live', 'polled', 'paid'])
    expect(service.polls).toBe(1)
  })

  test.each([
    ['the network returns', 'online', {}],
    ['the page is restored', 'pageshow', { persisted: true }],
  ])('behavior: catches up when %s', async (_name, event, more) => {
    const { created, reported, service, stream, openStreams, fire, pass } = aPage()
    stream().accept()
    stream().refuse()
    fire(event, more)
    await pass(0)
    expect([service.polls, created.length, openStreams()]).toEqual([1, 2, 1])
    expect(reported).toEqual(['live', 'reconnecting', 'polled'])
    stream().accept()
    // The timer of the first stream has no effect.
    await pass(60_000)
    expect([created.length, openStreams()]).toEqual([2, 1])
  })

  test('behavior: does not catch up after the initial load or while hidden', async () => {
    const page = aPage()
    page.fire('pageshow', { persisted: false })
    page.show(false)
    page.fire('online')
    await page.pass(0)
    expect([page.service.polls, page.created.length]).toEqual([0, 1])
  })

  test('behavior: applies changes to the last event, not to a polled receipt', async () => {
    const { reported, stream, refresh } = aPage()
    stream().accept()
    // Without a receipt there is nothing to change.
    stream().emit(asText('lost'), 'change')
    stream().emit(asText('pending'))
    await refresh()
    stream().emit(JSON.stringify({ payment: { paid: 5 } }), 'change')
    stream().emit(asText('paid'), 'change')
    expect(reported).toEqual(['live', 'pending', 'polled', 'pending', 'paid'])
  })

  test('behavior: ignores an event that is not a receipt', () => {
    const { reported, stream } = aPage()
    stream().accept()
    stream().emit('<html>')
    stream().emit('null')
    stream().emit(asText('paid'))
    expect(reported).toEqual(['live', 'paid'])
  })

  test('behavior: reports nothing after it is stopped', async () => {
    const { created, reported, service, stream, openStreams, stop, show, fire, pass } = aPage()
    service.delayMs = 500
    stream().refuse()
    await pass(1_000)
    stop()
    show(false)
    show(true)
    fire('online')
    fire('pageshow', { persisted: true })
    await pass(60_000)
    expect(reported).toEqual(['reconnecting'])
    expect([service.polls, created.length, openStreams()]).toEqual([1, 1, 0])
  })

  test("behavior: defaults to the browser's EventSource", () => {
    const { EventSource, created } = fakeEventSources()
    const document = Object.assign(new EventTarget(), { hidden: false })
    vi.stubGlobal('EventSource', EventSource)
    vi.stubGlobal('window', Object.assign(new EventTarget(), { document }))
    const load = () => Promise.reject(new Error('not called'))
    const { stop } = followReceipt({ eventsUrl, load, onReceipt: () => {}, onConnection: () => {} })
    expect(created).toHaveLength(1)
    stop()
    expect(created[0]?.readyState).toBe(2)
  })
})
