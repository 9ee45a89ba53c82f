import { AppError, invalidInput } from '../../lib/errors.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { parseUrl } from '../../lib/urls.js'

/** The content of a valid sign-in message. */
export type SignInMessage = { wallet: Address; nonce: string; chainId: number }

/**
 * Parses an EIP-4361 message and checks that it is for this service and valid now. The origin comes
 * from configuration, because request headers are not trusted.
 *
 * @throws {AppError} `invalid_input` when it is not a sign-in message, `unauthorized` when it is
 *   for another origin or not valid now.
 */
export async function checkMessage(
  text: string,
  { origins, now }: { origins: readonly string[]; now: UnixMs },
): Promise<SignInMessage> {
  // Loaded with the first sign-in, because loading it slows down every request of the process.
  const { parseSiweMessage } = await import('viem/siwe')
  const message = parseSiweMessage(text)
  const wallet = parseAddress(message.address ?? '')
  const { domain, uri, nonce, chainId } = message
  if (!wallet || !domain || !uri || !nonce || !chainId || !message.issuedAt) {
    throw invalidInput(
      'message must be an EIP-4361 sign-in message with the nonce of GET /api/auth/nonce',
    )
  }
  if (message.version !== '1') throw invalidInput('message must use EIP-4361 version 1')

  const home = origins.find((origin) => new URL(origin).host === domain)
  if (!home || (message.scheme && `${message.scheme}:` !== new URL(home).protocol)) {
    throw new AppError(
      'unauthorized',
      'The message is for another domain. Sign a message for this one.',
    )
  }
  if (parseUrl(uri)?.origin !== home) {
    throw new AppError(
      'unauthorized',
      "The message's URI has another origin. Sign a message for this one.",
    )
  }
  if (message.expirationTime && !(message.expirationTime.getTime() > now)) {
    throw new AppError('unauthorized', 'The message has expired. Get a new nonce and sign again.')
  }
  if (message.notBefore && !(message.notBefore.getTime() <= now)) {
    throw new AppError('unauthorized', 'The message is not valid yet.')
  }
  return { wallet, nonce, chainId }
}
