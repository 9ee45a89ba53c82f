/** Why a wallet did not fulfil a request. */
export type Refusal =
  | { kind: 'rejected' }
  | { kind: 'request_pending' }
  /** The message is the wallet's own, or null when it gives none. */
  | { kind: 'failed'; message: string | null }

/** Codes of EIP-1193, of WalletConnect, and of ethers. */
const rejected = [4001, 5000, 'ACTION_REJECTED']

/** Some wallets accept one request of a kind at a time. */
const requestPending = [-32002]

const maxMessageLength = 160

/** Classifies the error a wallet threw. A buyer who rejects a request is not a failure. */
export function readRefusal(error: unknown): Refusal {
  if (hasCode(error, rejected)) return { kind: 'rejected' }
  if (hasCode(error, requestPending)) return { kind: 'request_pending' }
  return { kind: 'failed', message: readMessage(error) || null }
}

type WalletError = {
  code?: unknown
  data?: { originalError?: { code?: unknown } }
} | null

/** Returns whether an error has one of these codes, itself or in the error it wraps, as on some phones. */
export function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  const walletError = error as WalletError | undefined
  return codes.includes(walletError?.code) || codes.includes(walletError?.data?.originalError?.code)
}

/** Reads the first line only: some wallets append the request or a stack. */
function readMessage(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message ?? error
  if (typeof message !== 'string') return ''
  return message.trim().replace(/\n.*/s, '').slice(0, maxMessageLength)
}
