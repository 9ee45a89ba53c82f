import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runScript } from './run-script.js'

const frameUrl = '/portal/r-1/success-frame?recipient=0x1'
const shop = 'https://shop.test/thanks?r=1'
const origins = ['https://shop.test', 'http://shop.test:8080']

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a minimal page, runs the script in it and records the effects. */
function open({ protocol = 'https:' } = {}) {
  const posted: unknown[] = []
  const contentWindow = { postMessage: (...sent: unknown[]) => posted.push(sent) }
  const attributes: Record<string, string> = {}
  const frames = new Set<object>()
  const listeners = new Set<(event: object) => void>()
  const navigated: string[] = []
  const confirmed: string[] = []
  const frame = {
    contentWindow,
    setAttribute: (name: string, value: string) => Object.assign(attributes, { [name]: value }),
    remove: () => frames.delete(frame),
  }
  const page = {
    createElement: (tag: string) => Object.assign(attributes, { tag }) && frame,
    body: { append: (child: object) => frames.add(child) },
    location: { protocol },
    defaultView: {
      addEventListener: (_: 'message', listener: () => void) => listeners.add(listener),
      removeEventListener: (_: 'message', listener: () => void) => listeners.delete(listener),
    },
  }
  const stop = runScript(page as unknown as Document, {
    frameUrl,
    origins,
    onNavigate: (url) => navigated.push(url),
    onConfirm: (url) => confirmed.push(url),
  })

  return {
    stop,
    attributes,
    posted,
    navigated,
    confirmed,
    hasFrame: () => frames.size > 0,
    isListening: () => listeners.size > 0,
    /** Sends a message, from the frame by default. */
    send(data: unknown, event: object = {}) {
      const sent = { source: contentWindow, origin: 'null', data, ...event }
      for (const listener of [...listeners]) listener(sent)
    },
  }
}

const navigate = (url: unknown) => ({ v: 1, type: 'navigate', url })

describe('runScript', () => {
  test('default', () => {
    const page = open()
    expect(page.attributes).toMatchObject({
      tag: 'iframe',
      src: frameUrl,
      sandbox: 'allow-scripts',
      referrerpolicy: 'no-referrer',
      hidden: '',
      'aria-hidden': 'true',
      tabindex: '-1',
      allow: expect.stringMatching(/^(?:[a-z-]+ 'none'(?:; |$)){10,}$/),
    })
    expect(page.attributes).not.toHaveProperty('style')

    page.send(navigate(shop))
    expect(page).toMatchObject({ navigated: [shop], confirmed: [] })
    expect([page.hasFrame(), page.isListening()]).toEqual([false, false])
  })

  test('behavior: asks the buyer to confirm an origin that the merchant has not named', () => {
    const page = open()
    page.send(navigate('https://evil.test/#shop.test'))
    expect(page).toMatchObject({ navigated: [], confirmed: ['https://evil.test/#shop.test'] })
    expect(page.hasFrame()).toBe(false)
  })

  test.each([
    'https://shop.test.evil.test/',
    'https://evil.test/https://shop.test',
    'https://shop.test:444/',
  ])('behavior: asks the buyer to confirm the look-alike %s', (url) => {
    const page = open()
    page.send(navigate(url))
    expect(page).toMatchObject({ navigated: [], confirmed: [url] })
  })

  test('behavior: navigates to the parsed address', () => {
    const page = open()
    page.send(navigate('https:\\\\SHOP.test\\.evil.test'))
    expect(page.navigated).toEqual(['https://shop.test/.evil.test'])
  })

  test('behavior: only the first request counts', () => {
    const page = open()
    for (const url of ['https://evil.test/1', shop, 'https://evil.test/2']) page.send(navigate(url))
    expect(page).toMatchObject({ navigated: [], confirmed: ['https://evil.test/1'] })
  })

  test('behavior: a refused first request counts too', () => {
    const page = open()
    page.send(navigate('javascript:alert(1)'))
    page.send(navigate(shop))
    expect(page).toMatchObject({ navigated: [], confirmed: [] })
  })

  test.each([
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['this page itself', { origin: 'https://pay.test' }],
    ['the shop', { origin: 'https://shop.test' }],
  ])('error: ignores a message from %s', (_, event) => {
    const page = open()
    page.send(navigate(shop), event)
    expect(page).toMatchObject({ navigated: [], confirmed: [] })
    page.send(navigate(shop))
    expect(page.navigated).toEqual([shop])
  })

  test.each([
    null,
    undefined,
    'navigate',
    [],
    {},
    { type: 'navigate', url: shop },
    { v: 2, type: 'navigate', url: shop },
    { v: '1', type: 'navigate', url: shop },
    { v: 1, type: 'done' },
  ])('error: ignores the message %j', (data) => {
    const page = open()
    page.send(data)
    expect(page).toMatchObject({ navigated: [], confirmed: [] })
    expect(page.hasFrame()).toBe(true)
  })

  test.each([
    undefined,
    null,
    7,
    { href: shop },
    [shop],
    '',
    '/thanks',
    '//shop.test/thanks',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://shop.test/1',
    'file:///etc/passwd',
    'ftp://shop.test/',
    'https://me@shop.test/',
    'https://:word@shop.test/',
    'https://shop.test@evil.test/',
    'https://',
    `https://shop.test/${'a'.repeat(2_048)}`,
    `https://shop.test/${'ü'.repeat(1_000)}`,
  ])('error: refuses to navigate to %j', (url) => {
    const page = open()
    page.send(navigate(url))
    expect(page).toMatchObject({ navigated: [], confirmed: [] })
  })

  test('error: an https page refuses to navigate to http', () => {
    const page = open()
    page.send(navigate('http://shop.test:8080/'))
    expect(page).toMatchObject({ navigated: [], confirmed: [] })
    const plain = open({ protocol: 'http:' })
    plain.send(navigate('http://shop.test:8080/'))
    expect(plain.navigated).toEqual(['http://shop.test:8080/'])
  })

  test('behavior: stops three seconds after the first ready message', () => {
    const page = open()
    vi.advanceTimersByTime(10_000)
    expect(page.posted).toEqual([])
    page.send({ v: 1, type: 'ready' })
    vi.advanceTimersByTime(2_999)
    page.send({ v: 1, type: 'ready' })
    expect(page.posted).toEqual([[{ v: 1, type: 'run' }, '*']])
    expect([page.hasFrame(), page.isListening()]).toEqual([true, true])
    vi.advanceTimersByTime(1)
    expect([page.hasFrame(), page.isListening()]).toEqual([false, false])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: stops a script that never starts', () => {
    const page = open()
    vi.advanceTimersByTime(19_999)
    expect(page.hasFrame()).toBe(true)
    vi.advanceTimersByTime(1)
    expect([page.hasFrame(), page.isListening()]).toEqual([false, false])
  })

  test('behavior: can be stopped early and cleans up', () => {
    const page = open()
    page.stop()
    expect([page.hasFrame(), page.isListening()]).toEqual([false, false])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('property: navigates only to origins that the merchant named', () => {
    const piece = fc.constantFrom(
      ...[
        'https:',
        'http:',
        'javascript:',
        'data:',
        '//',
        '/',
        '\\',
        '@',
        ':',
        '?',
        '#',
        '.',
        '\t',
      ],
      ...['shop.test', 'evil.test', '8080', 'a', ' ', '%00', 'ü', '[::1]'],
    )
    const start = fc.constantFrom('', 'https://shop.test', 'https://evil.test', 'http://shop.test')
    const url = fc
      .tuple(start, fc.array(piece, { maxLength: 6 }))
      .map(([begin, pieces]) => begin + pieces.join(''))
    fc.assert(
      fc.property(fc.oneof(url.map(navigate), fc.anything()), (data) => {
        const page = open()
        page.send(data)
        for (const href of page.navigated) expect(origins).toContain(new URL(href).origin)
        for (const href of [...page.navigated, ...page.confirmed]) {
          expect(new URL(href)).toMatchObject({ protocol: 'https:', username: '', password: '' })
        }
        page.stop()
      }),
      { numRuns: 300 },
    )
  })
})
