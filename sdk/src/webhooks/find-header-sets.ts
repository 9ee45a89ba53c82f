import { WebhookError } from './webhook-error.js'

/** The headers named after the service. Only `signature` is sure to be there, and only the body is signed by it. */
export type ServiceHeaders = {
  /** E.g. `x-service`. */
  prefix: string
  signature: string
  event: string | null
  delivery: string | null
  timestamp: string | null
  attempt: string | null
}

/** The headers of Standard Webhooks. The signature covers the other two. */
export type StandardHeaders = { id: string; timestamp: string; signature: string }

/** At least one of them is there. */
export type HeaderSets = { service: ServiceHeaders | null; standard: StandardHeaders | null }

type Headers = ReadonlyMap<string, string>

const signatureName = /^(x-[a-z][a-z0-9-]{0,31})-signature$/

/**
 * The signatures among the headers and what belongs to them. Without a name for the service, the one header that can
 * be its signature is taken for it.
 *
 * @throws {WebhookError} `headers_missing`, `headers_ambiguous`
 */
export function findHeaderSets(headers: Headers, serviceName: string | undefined): HeaderSets {
  const standard = findStandard(headers)
  const prefix =
    serviceName === undefined
      ? findPrefix(headers, { hasStandard: standard !== null })
      : `x-${serviceName.toLowerCase()}`
  const service = prefix === null ? null : findService(headers, prefix)

  if (service === null && standard === null) {
    throw createMissingError(`${prefix ?? 'x-service'}-signature`, headers)
  }
  return { service, standard }
}

/** An id without a signature counts for nothing, so it is as if it were not there. */
function findStandard(headers: Headers): StandardHeaders | null {
  const signature = headers.get('webhook-signature')
  if (signature === undefined) return null

  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  if (id === undefined) throw createMissingError('webhook-id', headers)
  if (timestamp === undefined) throw createMissingError('webhook-timestamp', headers)
  return { id, timestamp, signature }
}

function findPrefix(headers: Headers, { hasStandard }: { hasStandard: boolean }): string | null {
  const prefixes = [...headers.keys()].flatMap((name) => signatureName.exec(name)?.[1] ?? [])
  // A proxy's own signature comes without an event and a delivery.
  const whole = prefixes.filter((prefix) =>
    ['event', 'delivery', 'timestamp'].some((end) => headers.has(`${prefix}-${end}`)),
  )
  const fitting = whole.length > 0 || hasStandard ? whole : prefixes
  if (fitting.length <= 1) return fitting[0] ?? null

  throw new WebhookError(
    'headers_ambiguous',
    `Each of these may be the signature: ${fitting.map((prefix) => `${prefix}-signature`).join(', ')}. ` +
      "Pass serviceName, the service's SERVICE_NAME.",
  )
}

function findService(headers: Headers, prefix: string): ServiceHeaders | null {
  const signature = headers.get(`${prefix}-signature`)
  if (signature === undefined) return null
  return {
    prefix,
    signature,
    event: headers.get(`${prefix}-event`) ?? null,
    delivery: headers.get(`${prefix}-delivery`) ?? null,
    timestamp: headers.get(`${prefix}-timestamp`) ?? null,
    attempt: headers.get(`${prefix}-attempt`) ?? null,
  }
}

function createMissingError(name: string, headers: Headers): WebhookError {
  const seen = [...headers.keys()].toSorted().join(', ') || 'none'
  return new WebhookError(
    'headers_missing',
    `The header ${name} is missing. Headers that came: ${seen}. Pass all headers of the request; ` +
      'if it is not among them, the request is not a webhook of the service, or a proxy took it away.',
  )
}
