import { type ReceiptStatus, receiptStatuses } from '../../lib/receipt-statuses.js'
import { type EventKind, eventKinds, type MerchantEvent } from '../events/event.js'

/** Another name of `receipt.status_updated` with one status, such as `receipt.paid`. */
type StatusAlias = `receipt.${ReceiptStatus}`

/** A kind that an endpoint can name. */
export type WebhookKind = EventKind | StatusAlias

export const statusAliases = receiptStatuses.map((status): StatusAlias => `receipt.${status}`)

export const webhookKinds: WebhookKind[] = [...eventKinds, ...statusAliases]

/**
 * Returns the kind under which an endpoint with these kinds receives an event, or null when it does
 * not. An alias takes precedence, so that every event is delivered once.
 */
export function chooseKind(
  event: Pick<MerchantEvent, 'kind' | 'body'>,
  kinds: readonly WebhookKind[],
): WebhookKind | null {
  const alias = kinds.some(isAlias) ? aliasOf(event) : null
  return [alias, event.kind].find((kind) => kind !== null && kinds.includes(kind)) ?? null
}

/**
 * Returns the body of an event under a kind that `chooseKind` returned. No other byte differs, so
 * signatures of the same body stay the same.
 */
export function bodyAs(kind: WebhookKind, body: string): string {
  const start = '{"event":"receipt.status_updated"'
  return isAlias(kind) && body.startsWith(start)
    ? `{"event":"${kind}"${body.slice(start.length)}`
    : body
}

function isAlias(kind: WebhookKind): boolean {
  return statusAliases.some((alias) => alias === kind)
}

function aliasOf({ kind, body }: Pick<MerchantEvent, 'kind' | 'body'>): WebhookKind | null {
  if (kind !== 'receipt.status_updated') return null
  const status = readStatus(body)
  return statusAliases.find((alias) => alias === `receipt.${status}`) ?? null
}

/** Returns null for a damaged body, which must not block other events. */
function readStatus(body: string): unknown {
  try {
    return (JSON.parse(body) as { status?: unknown }).status
  } catch {
    return null
  }
}
