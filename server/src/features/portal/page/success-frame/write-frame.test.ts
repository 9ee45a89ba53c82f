import { createContext, runInContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SuccessScript } from './get-script.js'
import { writeFrame } from './write-frame.js'

const receipt: SuccessScript['receipt'] = {
  receiptId: 'r-1',
  status: 'paid',
  currency: 'EUR',
  total: 10,
  totalUsd: 10.8,
}
const goal = 'https://shop.test/thanks'

const layout =
  /^<!doctype html>.*\n<body data-code="([^"<>]*)" data-receipt="([^"<>]*)"><script>([^<]*)<\/script><\/body><\/html>$/s

type Listener = (event: { source: unknown; data: unknown }) => void

/** Runs the frame's script in a minimal browser and records its effects. */
function open(frame: string, { isFramed = true } = {}) {
  const messages: unknown[] = []
  const warnings: string[] = []
  const listeners = new Set<Listener>()
  const [, code = '', input = '', script = ''] = layout.exec(frame) ?? []
  const page = { postMessage: (message: unknown) => messages.push(message) }
  const window: Record<string, unknown> = {
    atob,
    TextDecoder,
    URL,
    Uint8Array,
    console: { warn: (...parts: unknown[]) => warnings.push(parts.join(' ')) },
    document: { body: { dataset: { code, receipt: input } }, title: 'real' },
    setTimeout: (act: () => void) => act(),
    location: { href: 'the real one' },
    addEventListener: (_: 'message', listener: Listener) => listeners.add(listener),
    removeEventListener: (_: 'message', listener: Listener) => listeners.delete(listener),
  }
  window['window'] = window
  window['parent'] = isFramed ? page : window
  runInContext(script, createContext(window))
  const send = (source: unknown, data: unknown) => {
    for (const listener of [...listeners]) listener({ source, data })
  }
  return { messages, warnings, window, page, send }
}

const order = { v: 1, type: 'run' }

function run(code: string, input = receipt) {
  const opened = open(writeFrame({ code, receipt: input }))
  opened.send(opened.page, order)
  return opened
}

const ready = { v: 1, type: 'ready' }
const navigation = [ready, { v: 1, type: 'navigate', url: goal }]

describe('writeFrame', () => {
  test('default', () => {
    expect(run(`portal.navigate('${goal}')`)).toMatchObject({
      messages: navigation,
      warnings: [],
    })
  })

  test.each([
    'window.location.href = goal',
    'window.location = goal',
    'location = goal',
    'location.href = goal',
    'location.assign(goal)',
    'location.replace(goal)',
    'top.location.assign(goal)',
    'window.top.location.href = goal',
    'parent.location = goal',
    'self.location.replace(goal)',
    'globalThis.location.href = goal',
    'this.location = goal',
    'document.location = goal',
    'document.location.href = goal',
    'window.document.defaultView.location = goal',
    'setTimeout(() => { location = goal }, 500)',
    'window.setTimeout(function () { window.location.href = goal }, 500)',
    '(function () { "use strict"; location = goal })()',
    'portal.navigate(new URL(goal)); // without an end',
  ])('behavior: %s asks the page to navigate', (code) => {
    const { messages, window, warnings } = run(`const goal = '${goal}'; ${code}`)
    expect({ messages, warnings }).toEqual({ messages: navigation, warnings: [] })
    expect(window['location']).toEqual({ href: 'the real one' })
  })

  test('behavior: passes the receipt as a frozen object', () => {
    const code = 'receipt.totalUsd = 0; portal.navigate(JSON.stringify([receipt, portal.receipt]))'
    const [, { url }] = run(code).messages as [unknown, { url: string }]
    expect(JSON.parse(url)).toEqual([receipt, receipt])
  })

  test('behavior: keeps the other globals of a page', () => {
    const code = `window.mine = 1; document.title = 'Paid'; if (mine === 1 && Date.now() > 0
      && window.Date.now() > 0 && new window.Date(0).getTime() === 0 && 'mine' in window
      && document.title === 'Paid' && \`\${location}\` === 'about:blank') portal.navigate('all')`
    expect(run(code)).toMatchObject({ messages: [ready, { url: 'all' }], warnings: [] })
  })

  test('behavior: runs once, when the page asks for it', () => {
    const { messages, page, send } = open(
      writeFrame({ code: `portal.navigate('${goal}')`, receipt }),
    )
    expect(messages).toEqual([ready])
    send({}, order)
    send(page, null)
    send(page, { v: 1 })
    expect(messages).toEqual([ready])
    send(page, order)
    send(page, order)
    expect(messages).toEqual(navigation)
  })

  test('behavior: does not run outside a frame', () => {
    const frame = writeFrame({ code: `portal.navigate('${goal}')`, receipt })
    const { messages, window, send } = open(frame, { isFramed: false })
    send(window, order)
    expect(messages).toEqual([])
  })

  test('behavior: a script may return early', () => {
    expect(run(`if (receipt.status === 'paid') return; portal.navigate('x')`).messages).toEqual([
      ready,
    ])
  })

  test.each([
    ['throw new Error("no shop")', 'onSuccess failed: Error: no shop'],
    ['what is this', 'onSuccess failed: SyntaxError'],
    ['missing.call()', 'onSuccess failed: ReferenceError'],
  ])('error: logs the failure of %s on the console', (code, warning) => {
    expect(run(code).warnings).toEqual([expect.stringContaining(warning)])
  })

  test('property: any text arrives unchanged', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc
        .array(
          fc.constantFrom('</script>', '<!--', '"', "'", '<script>', '-->', ']]>', '&quot;', '\n'),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, text, (suffix, id) => {
        const code = `portal.navigate(receipt.receiptId + ${JSON.stringify(suffix)})`
        const { messages } = run(code, { ...receipt, receiptId: id })
        expect(messages[1]).toEqual({ v: 1, type: 'navigate', url: id + suffix })
      }),
      { numRuns: 200 },
    )
  })
})
