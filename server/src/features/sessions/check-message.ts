import { AppError } from '../../lib/errors.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import { parseUrl } from '../../lib/parse-url.js'
import type { UnixMs } from '../../lib/time.js'

/** What a sign-in message says, once it is known to be meant for us. */
export type SignInMessage = { wallet: Address; nonce: string; chainId: number }

/**
 * Reads an EIP-4361 message and makes sure it was written for this service, now. Which service that is
 * comes from configuration: what a request says of itself is the sender's word.
 *
 * @throws {AppError} `invalid_input` when it is no such message, `unauthorized` when it is meant for another
 *   place or time.
 */
export async function checkMessage(
  text: string,
  { origins, now }: { origins: readonly string[]; now: UnixMs },
): Promise<SignInMessage> {
  // Loaded with the first sign-in: it is large and slows down every request of a process that has it.
  const { parseSiweMessage } = await import('viem/siwe')
  const message = parseSiweMessage(text)
  const wallet = parseAddress(message.address ?? '')
  const { domain, uri, nonce, chainId } = message
  if (!wallet || !domain || !uri || !nonce || !chainId || !message.issuedAt) {
    throw new AppError('invalid_input', 'message must be an EIP-4361 sign-in message')
  }
  if (message.version !== '1') {
    throw new AppError('invalid_input', 'message must be of EIP-4361 version 1')
  }

  const home = origins.find((origin) => new URL(origin).host === domain)
  if (!home || (message.scheme && `${message.scheme}:` !== new URL(home).protocol)) {
    throw new AppError('unauthorized', 'The message is meant for another domain')
  }
  if (parseUrl(uri)?.origin !== home) {
    throw new AppError('unauthorized', 'The message is meant for another address')
  }
  if (message.expirationTime && !(message.expirationTime.getTime() > now)) {
    throw new AppError('unauthorized', 'The message has expired')
  }
  if (message.notBefore && !(message.notBefore.getTime() <= now)) {
    throw new AppError('unauthorized', 'The message is not valid yet')
  }
  return { wallet, nonce, chainId }
}
