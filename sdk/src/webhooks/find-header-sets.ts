import { WebhookError } from './webhook-error.js'

/** The headers named after the service. The signature covers only the body. */
export type ServiceHeaders = {
  /** E.g. `x-service`. */
  prefix: string
  signature: string
  event: string | null
  delivery: string | null
  timestamp: string | null
  attempt: string | null
}

/** The headers of Standard Webhooks. The signature covers `id`, `timestamp` and the body. */
export type StandardHeaders = { id: string; timestamp: string; signature: string }

/** At least one set is not null. */
export type HeaderSets = { service: ServiceHeaders | null; standard: StandardHeaders | null }

type Headers = ReadonlyMap<string, string>

const signatureName = /^(x-[a-z][a-z0-9-]{0,31})-signature$/

/**
 * Finds the signature headers and the headers that belong to them. Without `serviceName`, detects
 * the service's signature header.
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

/** Returns null without a signature: an unsigned id is not trusted. */
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
  // The signature header of a proxy has no event, delivery or timestamp beside it.
  const complete = prefixes.filter((prefix) =>
    ['event', 'delivery', 'timestamp'].some((end) => headers.has(`${prefix}-${end}`)),
  )
  const candidates = complete.length > 0 || hasStandard ? complete : prefixes
  if (candidates.length <= 1) return candidates[0] ?? null

  throw new WebhookError(
    'headers_ambiguous',
    `Several headers may be the signature: ${candidates.map((prefix) => `${prefix}-signature`).join(', ')}. ` +
      "Pass the service's SERVICE_NAME as serviceName.",
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
  const names = [...headers.keys()].toSorted().join(', ') || 'none'
  return new WebhookError(
    'headers_missing',
    `The header ${name} is missing. Received headers: ${names}. Pass all headers of the request. ` +
      'If you do, a proxy removed the header, or the request is not a webhook of the service.',
  )
}
