import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PortalReceipt } from '@tallystick/sdk'
import { describe, expect, test } from 'vitest'
import {
  end,
  pseudoLanguage,
  pseudoServerTexts,
  start,
} from '../../../test/fixtures/pseudo-language.js'
import { aGaslessReceipt, aReceipt } from '../../../test/fixtures/receipt.js'
import { describeFailure, describeRefusal } from '../../portal/pay/describe-failure.js'
import { type PageProblem, renderErrorPage, renderPortalPage } from '../../portal/render-page.js'
import { serverTexts } from './en-server.js'

const hash = `0x${'a1'.repeat(32)}`
const all = { paidUsd: 110.05, dueUsd: 0, options: [] }
const refunds = [
  { usd: 5, amount: 5, txHash: hash, confirmed: true, createdAt: 5 },
  { usd: 5, amount: 5, txHash: null, confirmed: false, createdAt: 5 },
]
const states: Record<string, PortalReceipt> = {
  open: aReceipt({ expiresAt: 1_767_268_900_000 }),
  gasless: aGaslessReceipt(),
  sent: aReceipt({ payment: { sent: { txHash: hash, at: 5, isOurs: false } } }),
  part: aReceipt({ status: 'pending', payment: { paidUsd: 40, dueUsd: 70.05 } }),
  confirming: aReceipt({ status: 'tx_mined', transactionHash: hash, payment: all }),
  paid: aReceipt({ status: 'paid', transactionHash: hash, paidAt: 5, payment: all }),
  failed: aReceipt({ status: 'failed', returnUrl: 'https://shop.test' }),
  expired: aReceipt({ payment: { options: [], isOver: true }, returnUrl: 'https://shop.test' }),
  soldOut: aReceipt({ payment: { options: [], soldOut: ['Tea'] } }),
  soldOutPaid: aReceipt({ payment: { options: [], soldOut: ['Tea'], hasPayment: true } }),
  expiredPaid: aReceipt({ payment: { options: [], isOver: true, hasPayment: true } }),
  unavailable: aReceipt({ payment: { options: [] } }),
  checking: aReceipt({ payment: { options: [], hasPayment: true } }),
  mismatch: aReceipt({ status: 'tx_mismatch' }),
  automatic: aReceipt({ payment: { options: [], isAutomatic: true } }),
  refundRequested: aReceipt({ status: 'refund_requested', payment: all }),
  refunded: aReceipt({ status: 'refunded', refundedUsd: 10, refunds, payment: all }),
}

function renderTexts(receipt: PortalReceipt): string[] {
  const view = {
    receipt,
    mode: 'sandbox',
    pageUrl: 'https://pay.test/portal/r-1?k=1',
    query: '?k=1',
    asset: 'ETH',
    now: 1_767_268_800_000,
    failureCodes: ['PORTAL_SYSTEM_ERROR'],
  } as const
  const { body, title } = renderPortalPage(view, { language: pseudoLanguage() })
  const [page = ''] = body.split('<script type="application/json"')
  const named = [...page.matchAll(/ (?:aria-label|title|alt)="([^"]+)"/g)].map(([, text]) => text)
  return [title, ...named, ...page.split(/<[^>]*>/)].map((text = '') => text.trim())
}

/** Removes what the catalog, the merchant or the chain provides. */
function removeKnown(text: string): string {
  const marked = new RegExp(`${start}[^${start}${end}]*${end}`, 'g')
  let otherText = text
  while (marked.test(otherText)) otherText = otherText.replace(marked, '')
  return otherText
}

const ownPattern =
  /^(Tea|T|Tea &(amp;)? Co|MetaMask|Base|Trust|Rainbow|USD|USDC|USDT|ETH|PORTAL_\w+|0x[\da-f]*|\d.*|[\da-f]{4,}|[^a-z]*)$/i

const outcomes: readonly Parameters<typeof describeFailure>[0][] = [
  { kind: 'rejected' },
  { kind: 'insufficient_funds', of: 'token', needs: '1', has: '0' },
  { kind: 'insufficient_funds', of: 'gas', needs: '1', has: '0' },
  { kind: 'insufficient_funds', of: 'either' },
  { kind: 'wrong_network' },
  { kind: 'other_chain', rpcUrl: null },
  { kind: 'no_account' },
  { kind: 'failed', message: 'Fehler' },
  { kind: 'failed', message: null },
  { kind: 'invalid' },
  { kind: 'not_signable' },
  { kind: 'not_signed' },
  { kind: 'unknown', message: 'Fehler' },
  { kind: 'unknown', message: null },
  { kind: 'request_pending' },
  { kind: 'no_longer_due' },
]

const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g
/** A string that starts like a sentence: a capital letter, and a second word. */
const sentences = /(["'`])[A-Z][a-z']*,? (?:[a-z]{2,}|\$\{)(?:(?!\1).)*\1/g
const betweenTags = /<[a-z][^<>{}=]*>\s*[A-Za-z][\w ',.]*(?=[<{])/g

describe('the catalog', () => {
  test.each(Object.keys(states))('default: has every text of the state %s', (name) => {
    const unknown = renderTexts(states[name] ?? aReceipt())
      .map(removeKnown)
      .map((text) => text.trim())
      .filter((text) => !ownPattern.test(text))
    expect(unknown).toEqual([])
  })

  test.each(Object.keys(serverTexts.problems) as PageProblem[])(
    'default: has the texts of the page %s',
    (kind) => {
      const page = renderErrorPage(kind, {
        mode: 'sandbox',
        language: pseudoLanguage(),
        texts: pseudoServerTexts(),
      })
      const texts = page.body.split(/<[^>]*>/).map(removeKnown)
      expect(texts.filter((text) => text.trim() !== '')).toEqual([])
    },
  )

  test.each(outcomes)('default: has the text of the wallet outcome %j', (outcome) => {
    const { failures } = pseudoLanguage().texts
    const format = (amount: string) => amount
    const facts = {
      symbol: 'USDC',
      network: 'Base',
      nativeSymbol: 'ETH',
      hasGasless: false,
      format,
    }
    expect(removeKnown(describeFailure(outcome, facts, failures).text).trim()).toBe('')
  })

  test.each(['insufficient_stock', 'conflict', 'rate_limited', 'chain_unavailable', null])(
    'default: has the text of the refusal %s',
    (code) => {
      const { failures } = pseudoLanguage().texts
      for (const isUnknown of [true, false]) {
        expect(removeKnown(describeRefusal({ code, isUnknown }, failures).text)).toBe('')
      }
    },
  )

  // Pages for operators and developers are in English only.
  test('behavior: no other file has a sentence, or text between tags', () => {
    const folder = join(import.meta.dirname, '..', '..')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /\.tsx?$/.test(name) &&
        !/\.(test|d)\.tsx?$/.test(name) &&
        !/^(core\/texts|tokens|start|graphql|parts|card)\//.test(name) &&
        name !== 'ui/site-header.tsx',
    )
    expect(files.length).toBeGreaterThan(80)
    const problems = files.flatMap((name) => {
      const code = readFileSync(join(folder, name), 'utf8').replace(comments, '')
      const texts = [...(code.match(sentences) ?? []), ...(code.match(betweenTags) ?? [])]
      return texts.map((text) => `${name}: ${text}`)
    })
    expect(problems).toEqual([])
  })

  test('behavior: formats follow the locale', () => {
    const texts = renderTexts(aReceipt()).join(' ')
    expect(texts).toContain('110,05\u00a0$')
    expect(texts).not.toContain('$110.05')
  })
})

describe('style sheets', () => {
  test('behavior: use logical properties, so that they also fit right-to-left languages', () => {
    const physical =
      /^\s*((margin|padding|border)-(left|right|top|bottom)|left|right|top|bottom|text-align: (left|right))\b.*$/gm
    const root = join(import.meta.dirname, '..', '..')
    const folders = ['portal/styles', 'ui'].map((folder) => join(root, folder))
    const problems = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.css'))
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(physical) ?? []),
    )
    expect(problems).toEqual([])
  })
})
