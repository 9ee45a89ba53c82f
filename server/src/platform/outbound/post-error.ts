/** Why a post was not delivered. Merchants see these values. */
export type PostError =
  /** The URL is not allowed, or does not lead to the public internet. */
  | 'address_refused'
  | 'dns_failed'
  | 'timeout'
  | 'connection_refused'
  | 'connection_failed'
  | 'connection_reset'
  | 'tls_failed'
  /** The response is not valid HTTP or is too large. */
  | 'bad_response'
  /** The status of the response is not 2xx, for example a redirect. */
  | 'not_2xx'
  /** The request is invalid, for example because of a header. */
  | 'not_sendable'

/** Error code of a connection to an address that is not allowed. */
export const refusedCode = 'ADDRESS_REFUSED'

const byCode: Readonly<Record<string, PostError>> = {
  [refusedCode]: 'address_refused',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EPROTO: 'tls_failed',
}

/** OpenSSL error codes have no common prefix. */
const certificateCodes = /^ERR_(TLS|SSL)_|CERT|CRL|^UNABLE_TO_|^INVALID_|^HOSTNAME_|^PATH_LENGTH_/

/** Classifies a connection error. */
export function postErrorOf(error: unknown): PostError {
  const code = String((error as { code?: unknown } | null | undefined)?.code ?? '')
  if (code.startsWith('HPE_')) return 'bad_response'
  if (certificateCodes.test(code)) return 'tls_failed'
  return byCode[code] ?? 'connection_failed'
}
