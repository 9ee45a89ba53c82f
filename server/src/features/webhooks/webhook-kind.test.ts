import { describe, expect, test } from 'vitest'
import { anEvent } from '../../../test/fixtures/event.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { unixMs } from '../../lib/time.js'
import { bodyAs, chooseKind, webhookKinds } from './webhook-kind.js'

const event = anEvent({ now: () => unixMs(7) }, { merchant: aWallet() })

describe('chooseKind', () => {
  test('default', () => {
    expect(chooseKind(event, ['receipt.status_updated'])).toBe('receipt.status_updated')
    expect(chooseKind(event, ['receipt.paid'])).toBe('receipt.paid')
  })

  test('behavior: returns null for other statuses', () => {
    expect(chooseKind(event, ['receipt.completed', 'receipt.failed'])).toBe(null)
  })

  test('behavior: an alias takes precedence', () => {
    expect(chooseKind(event, webhookKinds)).toBe('receipt.paid')
    const kinds = ['receipt.status_updated', 'receipt.failed'] as const
    expect(chooseKind(event, kinds)).toBe('receipt.status_updated')
  })

  test.each(['', '{', 'null', '7', '{"status":5}', '{"status":"other"}'])(
    'error: a damaged body %j has no alias',
    (body) => {
      expect(chooseKind({ ...event, body }, ['receipt.paid'])).toBe(null)
      expect(chooseKind({ ...event, body }, webhookKinds)).toBe('receipt.status_updated')
    },
  )
})

describe('bodyAs', () => {
  test('default: changes only the kind', () => {
    const body = bodyAs('receipt.paid', event.body)
    expect(JSON.parse(body)).toEqual({ ...JSON.parse(event.body), event: 'receipt.paid' })
    expect(body.slice(body.indexOf(','))).toBe(event.body.slice(event.body.indexOf(',')))
  })

  test('behavior: keeps the body of an event kind', () => {
    expect(bodyAs('receipt.status_updated', event.body)).toBe(event.body)
  })
})
