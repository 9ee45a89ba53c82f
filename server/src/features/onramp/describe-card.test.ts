import { describe, expect, test } from 'vitest'
import { cents, micros } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import { describeCardOf } from './describe-card.js'
import type { ShownSession } from './onramp-sql.js'
import type { OnrampProvider } from './provider.js'
import { sandboxProvider } from './providers/sandbox-provider.js'

const now = unixMs(1_000)
const facts = {
  receipt: { billing: null },
  due: micros(12_000_000n),
  options: [{ symbol: 'USDC' as const }],
  session: null,
  isSent: false,
  failureCode: null,
  now,
}
const session: ShownSession = {
  provider: 'sandbox',
  sessionId: 's',
  url: 'https://a.test/s',
  state: 'open',
  failureCode: null,
  expiresAt: unixMs(2_000),
}
const shown = { id: 's', url: 'https://a.test/s', expiresAt: 2_000 }
const describeWith = (
  change: Partial<Parameters<typeof describeCardOf>[1]>,
  provider: OnrampProvider | null = sandboxProvider,
) => describeCardOf(provider, { ...facts, ...change })

describe('describeCardOf', () => {
  test('default', () => {
    expect(describeWith({})).toEqual({ provider: 'sandbox', status: 'available', session: null })
    expect(describeWith({ session })).toMatchObject({ status: 'available', session: shown })
  })

  test.each([
    ['PORTAL_PAY_CARD_DECLINED', 'declined'],
    ['PORTAL_KYC_DOB_MISMATCH', 'declined'],
    ['PORTAL_SYSTEM_ERROR', 'declined'],
    ['PORTAL_KYC_REQUIRED', 'needs_documents'],
    ['PORTAL_KYC_DOC_UNREADABLE', 'needs_documents'],
  ])('behavior: after %s it is %s', (failureCode, status) => {
    const failed = { ...session, failureCode }
    expect(describeWith({ session: failed, failureCode })).toMatchObject({ status })
    // Another way to pay has failed since, or another attempt has started.
    const later = { session: failed, failureCode: 'PORTAL_CHAIN_USER_REJECTED' }
    expect(describeWith(later)).toMatchObject({ status: 'available' })
    expect(describeWith({ session: failed })).toMatchObject({ status: 'available' })
  })

  test.each([
    'PORTAL_KYC_SANCTIONS_BLOCKED',
    'PORTAL_KYC_UNDERAGE',
    'PORTAL_REGION_UNSUPPORTED',
    'PORTAL_LIMIT_AMOUNT_BELOW_MIN',
  ])('behavior: after %s no card is offered', (failureCode) => {
    const failed = { ...session, failureCode }
    expect(describeWith({ session: failed, failureCode })).toBeNull()
  })

  test('behavior: shows a charged card also when no new payment is offered', () => {
    const processing = { provider: 'sandbox', status: 'processing', session: null }
    const charged = { ...session, state: 'processing' as const }
    expect(describeWith({ session: charged, options: [] }, null)).toEqual(processing)
    const delivered = { ...session, state: 'complete' as const }
    expect(describeWith({ session: delivered, isSent: true })).toEqual(processing)
    expect(describeWith({ session: delivered })).toMatchObject({ status: 'available' })
  })

  test.each([
    { expiresAt: now },
    { url: null },
    { state: 'rejected' as const },
    { provider: 'stripe' as const },
  ])('behavior: does not continue a session with %j', (change) => {
    expect(describeWith({ session: { ...session, ...change } })).toMatchObject({ session: null })
  })

  test('behavior: is null when a card cannot pay', () => {
    expect(describeWith({}, null)).toBeNull()
    expect(
      describeWith({ due: micros(0n), session: { ...session, state: 'processing' } }),
    ).toBeNull()
    expect(describeWith({ options: [{ symbol: 'USDT' }] })).toBeNull()
    expect(describeWith({ due: micros(999_999n) })).toBeNull()
    expect(describeWith({ due: micros(10_000_000_001n) })).toBeNull()
  })

  test('behavior: is null for a buyer in a country that is not served', () => {
    const capabilities = {
      ...sandboxProvider.capabilities,
      countries: ['US'],
      minUsdCents: cents(1n),
    }
    const provider = { ...sandboxProvider, capabilities }
    const from = (country: string) => ({ receipt: { billing: { country } as never } })
    expect(describeWith(from('de'), provider)).toBeNull()
    expect(describeWith(from('us'), provider)).not.toBeNull()
    expect(describeWith(from(''), provider)).not.toBeNull()
  })
})
