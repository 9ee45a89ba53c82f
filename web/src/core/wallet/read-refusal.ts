/** Why a wallet did not fulfill a request. */
export type Refusal =
  | { kind: 'rejected' }
  | { kind: 'request_pending' }
  /** The message is the wallet's own, or null when it gives none. */
  | { kind: 'failed'; message: string | null }

/** Codes of EIP-1193, of WalletConnect, and of ethers. */
const rejected = [4001, 5000, 'ACTION_REJECTED']

/** Some wallets accept one request of a kind at a time. */
const requestPending = [-32002]

/**
 * The code of ethers, and the words of nodes and tokens. Nodes have no code of their own for it.
 * The allowance of Geth is the gas that the balance can pay for.
 */
const insufficientFunds = ['INSUFFICIENT_FUNDS']
const insufficientWords =
  /insufficient[ _]?(funds|balance)|exceeds (the )?balance|gas required exceeds allowance/i

const maxMessageLength = 160

/** Classifies the error a wallet threw. A buyer who rejects a request is not a failure. */
export function readRefusal(error: unknown): Refusal {
  if (hasCode(error, rejected)) return { kind: 'rejected' }
  if (hasCode(error, requestPending)) return { kind: 'request_pending' }
  return { kind: 'failed', message: readMessage(error) || null }
}

/** Classifies the error a wallet threw instead of a payment. It may also report a low balance. */
export function readPaymentRefusal(
  error: unknown,
): Refusal | { kind: 'insufficient_funds'; of: 'either' } {
  const refusal = readRefusal(error)
  if (refusal.kind !== 'failed') return refusal
  const isShort =
    hasCode(error, insufficientFunds) ||
    insufficientWords.test(`${refusal.message} ${readInner(error)}`)
  return isShort ? { kind: 'insufficient_funds', of: 'either' } : refusal
}

type WalletError = {
  code?: unknown
  data?: { message?: unknown; originalError?: { code?: unknown; message?: unknown } } | null
} | null

/** Returns whether an error, or the error it wraps as on some phones, has one of these codes. */
export function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  const walletError = error as WalletError | undefined
  return codes.includes(walletError?.code) || codes.includes(walletError?.data?.originalError?.code)
}

/** Returns the messages of the node's error that a wallet wraps. */
function readInner(error: unknown): string {
  const data = (error as WalletError | undefined)?.data
  return [data?.message, data?.originalError?.message].filter(isText).join(' ')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Reads the first line only: some wallets append the request or a stack. */
function readMessage(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message ?? error
  if (typeof message !== 'string') return ''
  return message.trim().replace(/\n.*/s, '').slice(0, maxMessageLength)
}
