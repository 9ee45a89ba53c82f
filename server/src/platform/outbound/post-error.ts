/** Why a post did not arrive, in words that a merchant may see. */
export type PostError =
  /** We do not call it: no address of the kind we take, or not on the public internet. */
  | 'address_refused'
  | 'dns_failed'
  | 'timeout'
  | 'connection_refused'
  | 'connection_failed'
  | 'connection_reset'
  | 'tls_failed'
  /** What came back is no HTTP, or too much of it. */
  | 'bad_response'
  /** There is an answer, but it does not say that all is well. Every redirect is one of these. */
  | 'not_2xx'
  /** Our own doing: a header that cannot be written. */
  | 'not_sendable'

/** For a connection that leads where it must not. */
export const refusedCode = 'ADDRESS_REFUSED'

const byCode: Readonly<Record<string, PostError>> = {
  [refusedCode]: 'address_refused',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EPROTO: 'tls_failed',
}

/** The codes of OpenSSL have no common beginning. */
const ofCertificates = /^ERR_(TLS|SSL)_|CERT|CRL|^UNABLE_TO_|^INVALID_|^HOSTNAME_|^PATH_LENGTH_/

/** Names what went wrong with a connection. */
export function postErrorOf(error: unknown): PostError {
  const code = String((error as { code?: unknown } | null | undefined)?.code ?? '')
  if (code.startsWith('HPE_')) return 'bad_response'
  if (ofCertificates.test(code)) return 'tls_failed'
  return byCode[code] ?? 'connection_failed'
}
