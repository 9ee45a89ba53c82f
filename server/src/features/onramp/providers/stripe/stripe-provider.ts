import { parseAddress } from '../../../../lib/hex.js'
import { cents } from '../../../../lib/money.js'
import { HOUR_MS, SECOND_MS, unixMs } from '../../../../lib/time.js'
import { parseUrl } from '../../../../lib/urls.js'
import { realNow } from '../../../../platform/clock/sandbox-clock.js'
import type { Config } from '../../../../platform/config/config.js'
import { stripeNetworks } from '../../../../platform/config/onramp-rules.js'
import type { FailureCode } from '../../../receipts/status/failures.js'
import type {
  CallbackResult,
  NewSession,
  OnrampProvider,
  ProviderContext,
  SessionResult,
} from '../../provider.js'
import { objectAt, readObject, secondsOf, textOf } from '../read-json.js'
import { findSignatureFlaw, findTimeFlaw } from '../signature.js'
import { mapOutcome } from './map-outcome.js'
import { postForm } from './post-form.js'

type StripeConfig = Pick<Config, 'onrampSecretKey' | 'onrampWebhookSecret' | 'chainId'>

const sessionsUrl = 'https://api.stripe.com/v1/crypto/onramp_sessions'
const signatureHeader = 'stripe-signature'
const eventTypes = ['crypto.onramp_session.updated', 'crypto.onramp_session_updated']

/** How long the page of a session is used again. The provider states no end. */
const lifetimeMs = HOUR_MS

/** Reasons to create no session, by the code of the error. */
const refusals: ReadonlyMap<string, FailureCode> = new Map([
  ['crypto_onramp_unsupportable_customer', 'PORTAL_REGION_UNSUPPORTED'],
  ['crypto_onramp_unsupported_country', 'PORTAL_REGION_UNSUPPORTED'],
  ['amount_too_small', 'PORTAL_LIMIT_AMOUNT_BELOW_MIN'],
  ['amount_too_large', 'PORTAL_LIMIT_AMOUNT_ABOVE_MAX'],
])

/** Creates the adapter of a Stripe-type onramp, whose hosted page takes the card. */
export function createStripeProvider(config: StripeConfig): OnrampProvider {
  const { onrampSecretKey: secretKey = '', onrampWebhookSecret: webhookSecret = '' } = config
  const network = stripeNetworks[config.chainId]

  return {
    name: 'stripe',
    capabilities: {
      countries: network?.countries ?? [],
      minUsdCents: cents(100n),
      maxUsdCents: cents(1_000_000n),
      supportsRedirect: true,
    },

    async createSession(ctx, session) {
      if (!network) return { kind: 'unavailable', reason: 'the provider does not know this chain' }
      const response = await postForm(ctx, {
        url: sessionsUrl,
        secretKey,
        // The same session is created once, even if the first response was lost.
        idempotencyKey: session.id,
        fields: fieldsOf(session, network.name),
      })
      if (response.kind === 'unavailable') return response
      return readSession(ctx, response)
    },

    readCallback(ctx, { body, headers }) {
      const header = String(headers[signatureHeader] ?? '')
      const now = realNow(ctx)
      const reason = findSignatureFlaw(webhookSecret, { header, body, now })
      return reason === null ? readEvent(ctx, body) : { kind: 'refused', reason }
    },
  }
}

/** Restricts the session to one token, network and address. */
function fieldsOf(
  { id, merchant, depositAddress, amount, customer, redirectUrl }: NewSession,
  network: string,
): Record<string, string> {
  const { email, firstName, lastName, line1, line2, city, state, zip, country } = customer ?? {}
  const fields: Record<string, string | null | undefined> = {
    source_currency: 'usd',
    destination_currency: 'usdc',
    'destination_currencies[]': 'usdc',
    destination_network: network,
    'destination_networks[]': network,
    destination_amount: amount,
    [`wallet_addresses[${network}_network]`]: depositAddress,
    lock_wallet_address: 'true',
    'metadata[merchant]': merchant,
    'metadata[reference]': id,
    redirect_url: redirectUrl,
    'customer_information[email]': email,
    'customer_information[first_name]': firstName,
    'customer_information[last_name]': lastName,
    'customer_information[address][line1]': line1,
    'customer_information[address][line2]': line2,
    'customer_information[address][city]': city,
    'customer_information[address][state]': state,
    'customer_information[address][postal_code]': zip,
    'customer_information[address][country]': country,
  }
  const entries = Object.entries(fields).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  return Object.fromEntries(entries)
}

function readSession(
  ctx: ProviderContext,
  { status, text }: { status: number; text: string },
): SessionResult {
  const body = readObject(text) ?? {}
  const sessionId = textOf(body, 'id')
  const url = parseUrl(textOf(body, 'redirect_url') ?? '')
  if (status === 200 && sessionId && url?.protocol === 'https:') {
    const expiresAt = unixMs(ctx.now() + lifetimeMs)
    return { kind: 'created', sessionId, url: url.href, expiresAt }
  }
  const error = textOf(objectAt(body, 'error'), 'code') ?? 'no code'
  const code = refusals.get(error)
  if (status === 400 && code) return { kind: 'refused', code }
  if (status === 401 || status === 403) {
    ctx.log.error(
      { status },
      'the provider of card payments refuses the secret key. Set ONRAMP_SECRET_KEY to a valid key.',
    )
  }
  return { kind: 'unavailable', reason: `status ${status}, ${error}` }
}

function readEvent(ctx: ProviderContext, body: string): CallbackResult {
  const report = readObject(body) ?? {}
  const session = objectAt(report, 'data', 'object')
  const metadata = objectAt(session, 'metadata')
  const eventId = textOf(report, 'id')
  const seconds = secondsOf(report, 'created')
  const sessionId = textOf(session, 'id')
  const id = textOf(metadata, 'reference')
  const merchant = parseAddress(textOf(metadata, 'merchant') ?? '')
  const outcome = mapOutcome(session, ctx.now())
  const isKnown = eventTypes.includes(textOf(report, 'type') ?? '')
  if (!isKnown || !eventId || !seconds || !sessionId || !id || !merchant || !outcome) {
    return { kind: 'irrelevant' }
  }
  const wallet = textOf(objectAt(session, 'transaction_details'), 'wallet_address')
  const depositAddress = parseAddress(wallet ?? '')
  const at = unixMs(seconds * SECOND_MS)
  const reason = findTimeFlaw(at, realNow(ctx))
  if (reason !== null) return { kind: 'refused', reason }
  return {
    kind: 'event',
    event: { eventId, at, merchant, id, sessionId, depositAddress, outcome },
  }
}
