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

/** Reads the frame as a browser would, as far as this page needs one, and tells what it does. */
function open(frame: string) {
  const messages: unknown[] = []
  const warnings: string[] = []
  const [, code = '', given = '', script = ''] =
    /^<!doctype html>.*\n<body data-code="([^"<>]*)" data-receipt="([^"<>]*)"><script>([^<]*)<\/script><\/body><\/html>$/s.exec(
      frame,
    ) ?? []
  const window: Record<string, unknown> = {
    atob,
    TextDecoder,
    URL,
    Uint8Array,
    console: { warn: (...words: unknown[]) => warnings.push(words.join(' ')) },
    document: { body: { dataset: { code, receipt: given } }, title: 'real' },
    parent: { postMessage: (message: unknown) => messages.push(message) },
    setTimeout: (act: () => void) => act(),
    location: { href: 'the real one' },
  }
  window['window'] = window
  runInContext(script, createContext(window))
  return { messages, warnings, window }
}

const run = (code: string) => open(writeFrame({ code, receipt }))
const begin = { v: 1, type: 'begin' }
const navigation = [begin, { v: 1, type: 'navigate', url: goal }]

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
  ])('behavior: %s asks the page to go there', (code) => {
    const { messages, window, warnings } = run(`const goal = '${goal}'; ${code}`)
    expect({ messages, warnings }).toEqual({ messages: navigation, warnings: [] })
    expect(window['location']).toEqual({ href: 'the real one' })
  })

  test('behavior: the script is told of the receipt, and cannot change what it is told', () => {
    const code = 'receipt.totalUsd = 0; portal.navigate(JSON.stringify([receipt, portal.receipt]))'
    const [, { url }] = run(code).messages as [unknown, { url: string }]
    expect(JSON.parse(url)).toEqual([receipt, receipt])
  })

  test('behavior: what else a page has is there', () => {
    const code = `window.mine = 1; document.title = 'Paid'; if (mine === 1 && Date.now() > 0
      && window.Date.now() > 0 && new window.Date(0).getTime() === 0 && 'mine' in window
      && document.title === 'Paid' && \`\${location}\` === 'about:blank') portal.navigate('all')`
    expect(run(code)).toMatchObject({ messages: [begin, { url: 'all' }], warnings: [] })
  })

  test('behavior: a script may return early', () => {
    expect(run(`if (receipt.status === 'paid') return; portal.navigate('x')`).messages).toEqual([
      begin,
    ])
  })

  test.each([
    ['throw new Error("no shop")', 'onSuccess failed: Error: no shop'],
    ['what is this', 'onSuccess failed: SyntaxError'],
    ['missing.call()', 'onSuccess failed: ReferenceError'],
  ])('error: %s is said on the console, for its author', (code, warning) => {
    expect(run(code).warnings).toEqual([expect.stringContaining(warning)])
  })

  test('behavior: any text arrives as it was written, and ends nothing', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc
        .array(
          fc.constantFrom('</script>', '<!--', '"', "'", '<script>', '-->', ']]>', '&quot;', '\n'),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, text, (said, id) => {
        const code = `portal.navigate(receipt.receiptId + ${JSON.stringify(said)})`
        const frame = writeFrame({ code, receipt: { ...receipt, receiptId: id } })
        expect(open(frame).messages[1]).toEqual({ v: 1, type: 'navigate', url: id + said })
        expect(frame.match(/<\/?script/g)).toHaveLength(2)
      }),
      { numRuns: 200 },
    )
  })
})
