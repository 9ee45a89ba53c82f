import type { Receipt } from '../receipt.js'

export const failureCategories = [
  'card_decline',
  'compliance',
  'limits',
  'blockchain',
  'session',
  'system',
] as const

type FailureCategory = (typeof failureCategories)[number]

export type Failure = {
  category: FailureCategory
  /** The cause, for the merchant. */
  reason: string
  /** The next step for the merchant. */
  action: string
  /** The text on the payment page: the cause and the next step. */
  buyer: string
}

const failures = {
  PORTAL_PAY_INSUFFICIENT_FUNDS: {
    category: 'card_decline',
    reason: 'The card has insufficient funds.',
    action: 'Offer another payment method or a smaller order.',
    buyer: 'Your card has insufficient funds. Try another card or payment method.',
  },
  PORTAL_PAY_CARD_DECLINED: {
    category: 'card_decline',
    reason: 'The card issuer declined the payment.',
    action: 'Ask the buyer to use another card or contact their bank.',
    buyer: 'Your bank declined the payment. Try another card or contact your bank.',
  },
  PORTAL_PAY_EXPIRED_CARD: {
    category: 'card_decline',
    reason: 'The card has expired.',
    action: 'Ask the buyer to use a valid card.',
    buyer: 'This card has expired. Use another card.',
  },
  PORTAL_PAY_INCORRECT_CVC: {
    category: 'card_decline',
    reason: 'The security code did not match the card.',
    action: 'No action is needed: the buyer can enter the code again.',
    buyer: 'The security code is incorrect. Check the code on your card and try again.',
  },
  PORTAL_PAY_INCORRECT_NUMBER: {
    category: 'card_decline',
    reason: 'The card number is not valid.',
    action: 'No action is needed: the buyer can enter the number again.',
    buyer: 'The card number is incorrect. Check it and try again.',
  },
  PORTAL_PAY_DO_NOT_HONOR: {
    category: 'card_decline',
    reason: 'The card issuer refused the payment without a reason.',
    action: 'Ask the buyer to contact their bank or pay another way.',
    buyer: 'Your bank refused the payment. Contact your bank or pay another way.',
  },
  PORTAL_PAY_FRAUD_BLOCKED: {
    category: 'card_decline',
    reason: 'The card provider blocked the payment as possible fraud.',
    action:
      'If you know the buyer, offer another payment method. Ship only after the money has arrived.',
    buyer: 'This card payment was blocked for security. Choose another payment method.',
  },
  PORTAL_PAY_3DS_FAILED: {
    category: 'card_decline',
    reason: "The buyer did not complete the bank's confirmation.",
    action: 'Let the buyer try again with their banking app at hand.',
    buyer: 'Your bank did not confirm the payment. Try again and approve it when asked.',
  },
  PORTAL_PAY_BANK_INSTITUTION_BLOCK: {
    category: 'card_decline',
    reason: 'The bank does not allow this card to buy digital assets.',
    action: 'Offer a card from another bank, or payment from a wallet.',
    buyer:
      'Your bank does not allow this purchase. Use a card from another bank or pay from a wallet.',
  },
  PORTAL_KYC_REQUIRED: {
    category: 'compliance',
    reason: "The payment provider needs the buyer's name and address.",
    action: 'Ask the buyer to enter both on the payment page, or send them with the receipt.',
    buyer: 'Enter your name and address to continue.',
  },
  PORTAL_KYC_STEP_UP_REQUIRED: {
    category: 'compliance',
    reason: 'The provider also needs a date of birth and a tax number for this payment.',
    action: 'Tell the buyer that both are required, or offer payment from a wallet.',
    buyer: 'Enter your date of birth and tax number to continue.',
  },
  PORTAL_KYC_DOC_REQUIRED: {
    category: 'compliance',
    reason: 'The provider needs an identity document and a photo of the buyer.',
    action: 'Tell the buyer what to prepare, or offer payment from a wallet.',
    buyer: 'Have your photo ID ready and take a picture of yourself to continue.',
  },
  PORTAL_KYC_DOC_UNREADABLE: {
    category: 'compliance',
    reason: 'The identity document was blurred, cropped or expired.',
    action: 'Ask the buyer to upload a clear photo of a valid document.',
    buyer: 'We could not read your document. Upload a clear photo of a valid one.',
  },
  PORTAL_KYC_DOB_MISMATCH: {
    category: 'compliance',
    reason: 'The date of birth does not match the one on record.',
    action: 'Ask the buyer to check it against their identity document and enter it again.',
    buyer: 'Your date of birth does not match our records. Check it and try again.',
  },
  PORTAL_KYC_SANCTIONS_BLOCKED: {
    category: 'compliance',
    reason: 'A legal check does not permit this payment.',
    action:
      'Do not accept this payment another way. Contact the provider if you think this is a mistake.',
    buyer: 'We cannot process this payment. Contact the shop if you have questions.',
  },
  PORTAL_KYC_UNDERAGE: {
    category: 'compliance',
    reason: 'The buyer is under 18, the minimum age for this payment method.',
    action: 'An adult has to make this payment.',
    buyer: 'You must be 18 or older to pay this way. Ask an adult to pay for you.',
  },
  PORTAL_REGION_UNSUPPORTED: {
    category: 'compliance',
    reason: "The provider does not serve the buyer's region.",
    action: 'Offer payment from a wallet, or another provider.',
    buyer: 'This payment method is not available in your region. Choose another one.',
  },
  PORTAL_LIMIT_EXCEEDED: {
    category: 'limits',
    reason: "The total exceeds the buyer's limit with the details provided so far.",
    action: 'Ask the buyer to verify more details with the provider, or to pay from a wallet.',
    buyer: 'This total exceeds your current limit. Verify more details or pay another way.',
  },
  PORTAL_LIMIT_AMOUNT_ABOVE_MAX: {
    category: 'limits',
    reason: 'The amount exceeds the maximum for one payment.',
    action: 'Split it into several receipts, or offer payment from a wallet.',
    buyer: 'This amount is too large for one payment. Pay another way or contact the shop.',
  },
  PORTAL_LIMIT_AMOUNT_BELOW_MIN: {
    category: 'limits',
    reason: "The amount is below the provider's minimum.",
    action: 'Offer payment from a wallet, or combine several purchases on one receipt.',
    buyer: 'This amount is too small for this payment method. Choose another one.',
  },
  PORTAL_CHAIN_INSUFFICIENT_BALANCE: {
    category: 'blockchain',
    reason: 'The wallet did not hold enough for the amount and the network fee.',
    action: 'No action is needed: the buyer can top up the wallet or pay in another currency.',
    buyer:
      'Your wallet balance is too low for the amount and the network fee. Top it up or pay another way.',
  },
  PORTAL_CHAIN_USER_REJECTED: {
    category: 'blockchain',
    reason: 'The buyer rejected the request in their wallet.',
    action: 'No action is needed: the buyer can try again.',
    buyer: 'You declined the request in your wallet. You can try again.',
  },
  PORTAL_CHAIN_SLIPPAGE_EXCEEDED: {
    category: 'blockchain',
    reason: 'The exchange rate changed too much during the payment.',
    action: 'Ask the buyer to try again; paying in a dollar token avoids this.',
    buyer: 'The exchange rate changed during your payment. Try again at the new rate.',
  },
  PORTAL_CHAIN_TX_REVERTED: {
    category: 'blockchain',
    reason: 'The transaction reverted, so no money arrived.',
    action: 'Let the buyer try again. If it happens often, check your payout settings.',
    buyer: 'Your payment did not go through. Try again or pay another way.',
  },
  PORTAL_CHAIN_WALLET_MISMATCH: {
    category: 'blockchain',
    reason: 'The wallet could not be verified as belonging to the buyer.',
    action: 'Ask the buyer to sign in with the wallet that pays.',
    buyer:
      'We could not verify that this wallet is yours. Connect the wallet you pay with and sign again.',
  },
  PORTAL_SESSION_ABANDONED: {
    category: 'session',
    reason: 'The buyer closed the payment page before paying.',
    action: 'Remind the buyer with the same payment link.',
    buyer: 'The page was closed before the payment was complete. You can start again here.',
  },
  PORTAL_SESSION_EXPIRED: {
    category: 'session',
    reason: 'The checkout was idle and has ended.',
    action: 'Send the payment link again if the buyer still wants to pay.',
    buyer: 'Your checkout ended because it was idle. You can start a new one here.',
  },
  PORTAL_SESSION_CANCELLED: {
    category: 'session',
    reason: 'The payment was canceled.',
    action: 'No action is needed: the buyer can return to the same page.',
    buyer: 'The payment was canceled. You can start again at any time.',
  },
  PORTAL_SYSTEM_TIMEOUT: {
    category: 'system',
    reason: 'The payment network did not respond in time.',
    action: 'Check the receipt again in a few minutes: a payment that arrives late still counts.',
    buyer: 'The payment network is slow to respond. Wait a few minutes before you try again.',
  },
  PORTAL_SYSTEM_ERROR: {
    category: 'system',
    reason: 'Something went wrong while the payment was processed.',
    action: 'Ask the buyer to try again later. Quote the receipt id when you contact support.',
    buyer: 'The payment failed. Try again or pay another way.',
  },
} as const satisfies Record<string, Failure>

export type FailureCode = keyof typeof failures

export const failureCodes = Object.keys(failures) as readonly FailureCode[]

/** The categories of failures that a payment page can observe. Providers report the others. */
const pageCategories: readonly FailureCategory[] = ['blockchain', 'session', 'system']

/** The failure codes that a payment page may report. */
export const pageFailureCodes = failureCodes.filter((code) =>
  pageCategories.includes(failures[code].category),
)

/** The failure codes that only a provider of card payments reports. */
export const providerFailureCodes = failureCodes.filter(
  (code) => !pageCategories.includes(failures[code].category),
)

/** Returns the failure with this code, or null. */
export function findFailure(code: string): Failure | null {
  const failureCode = failureCodes.find((candidate) => candidate === code)
  return failureCode === undefined ? null : failures[failureCode]
}

/** Returns the failure fields of a failed receipt. Empty for any other receipt. */
export function describeFailure({ status, failureCode }: Pick<Receipt, 'status' | 'failureCode'>) {
  if (status !== 'failed' || failureCode === null) return {}
  const failure = findFailure(failureCode)
  return {
    failureCode,
    failureCategory: failure?.category ?? 'system',
    failureReason: failure?.reason ?? '',
    failureAction: failure?.action ?? '',
  }
}
