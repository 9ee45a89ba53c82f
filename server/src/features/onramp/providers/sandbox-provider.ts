import { parseAddress, parseHash } from '../../../lib/hex.js'
import { cents, centsFromDecimal } from '../../../lib/money.js'
import { HOUR_MS, SECOND_MS, toUnixSeconds, unixMs } from '../../../lib/time.js'
import { realNow } from '../../../platform/clock/sandbox-clock.js'
import type { Config } from '../../../platform/config/config.js'
import { deriveKey } from '../../../platform/secrets/derived-key.js'
import { type FailureCode, providerFailureCodes } from '../../receipts/status/failures.js'
import { isUnderAge } from '../is-under-age.js'
import type {
  CallbackResult,
  OnrampProvider,
  Outcome,
  ProviderContext,
  RawCallback,
} from '../provider.js'
import { readObject, secondsOf, textOf } from './read-json.js'
import { findSignatureFlaw, findTimeFlaw, signCallback } from './signature.js'

const signatureHeader = 'sandbox-signature'

/** How long the page of a session can be used. */
const lifetimeMs = HOUR_MS

/** Plays a provider of card payments in a sandbox. Its page is a page of this service. */
export const sandboxProvider: OnrampProvider = {
  name: 'sandbox',
  capabilities: {
    countries: null,
    minUsdCents: cents(100n),
    maxUsdCents: cents(1_000_000n),
    supportsRedirect: false,
  },

  async createSession(ctx, { id }) {
    const sessionId = id.replace(/^onr_/, 'card_')
    const url = `${ctx.config.payUrl}/sandbox/card/${sessionId}`
    return { kind: 'created', sessionId, url, expiresAt: unixMs(ctx.now() + lifetimeMs) }
  },

  readCallback(ctx, { body, headers }) {
    const header = String(headers[signatureHeader] ?? '')
    const now = realNow(ctx)
    const reason = findSignatureFlaw(secretOf(ctx.config), { header, body, now })
    return reason === null ? readReport(ctx, body) : { kind: 'refused', reason }
  },
}

/** The body of a callback of the sandbox provider. */
export type SandboxReport = {
  /** Defaults to a new id. */
  eventId?: string
  merchant: string
  id: string
  sessionId: string
  state: Outcome['state']
  failureCode?: FailureCode
  /** The amount that the card was charged, as a decimal. */
  sourceUsd?: string
  txHash?: string
  /** YYYY-MM-DD. */
  dateOfBirth?: string
}

/** Returns a callback as the sandbox provider sends it, signed. */
export function writeSandboxCallback(ctx: ProviderContext, report: SandboxReport): RawCallback {
  const at = realNow(ctx)
  const event = { eventId: ctx.newId('onr'), atSeconds: toUnixSeconds(at), ...report }
  const body = JSON.stringify(event)
  const signature = signCallback(secretOf(ctx.config), { body, at })
  return { body, headers: { [signatureHeader]: signature } }
}

function readReport(ctx: ProviderContext, body: string): CallbackResult {
  const report = readObject(body) ?? {}
  const [eventId, id, sessionId] = ['eventId', 'id', 'sessionId'].map((name) =>
    textOf(report, name),
  )
  const merchant = parseAddress(textOf(report, 'merchant') ?? '')
  const seconds = secondsOf(report, 'atSeconds')
  const outcome = outcomeOf(ctx, report)
  if (!eventId || !id || !sessionId || !merchant || !seconds || !outcome) {
    return { kind: 'irrelevant' }
  }
  const at = unixMs(seconds * SECOND_MS)
  const reason = findTimeFlaw(at, realNow(ctx))
  if (reason !== null) return { kind: 'refused', reason }
  const event = { eventId, at, merchant, id, sessionId, depositAddress: null, outcome }
  return { kind: 'event', event }
}

function outcomeOf(
  ctx: ProviderContext,
  report: Readonly<Record<string, unknown>>,
): Outcome | null {
  const state = textOf(report, 'state')
  const source = centsFromDecimal(textOf(report, 'sourceUsd') ?? '')
  const sourceUsdCents = source !== null && source > 0n ? source : null
  const txHash = parseHash(textOf(report, 'txHash') ?? '')
  const isPaying = state === 'processing' || state === 'complete'
  if (!isPaying && isUnderAge(textOf(report, 'dateOfBirth') ?? '', ctx.now())) {
    return { state: 'rejected', code: 'PORTAL_KYC_UNDERAGE' }
  }
  if (state === 'open') return { state }
  if (state === 'processing') return { state, sourceUsdCents }
  if (state === 'complete') return { state, sourceUsdCents, txHash }
  if (state !== 'declined' && state !== 'rejected') return null
  return { state, code: codeOf(ctx, report) }
}

/** A page reports the failures of wallets. From a provider, they are unknown. */
function codeOf(
  { log }: Pick<ProviderContext, 'log'>,
  report: Readonly<Record<string, unknown>>,
): FailureCode {
  const code = providerFailureCodes.find((candidate) => candidate === report['failureCode'])
  if (!code) log.warn('a callback of the sandbox provider has an unknown failure code')
  return code ?? 'PORTAL_PAY_CARD_DECLINED'
}

function secretOf({ masterKey }: Pick<Config, 'masterKey'>): string {
  return Buffer.from(deriveKey(masterKey, 'sandbox-onramp')).toString('hex')
}
