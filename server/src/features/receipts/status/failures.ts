/** The groups of spec 6.4. */
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
  /** What happened, for the merchant. */
  reason: string
  /** What the merchant can do. */
  action: string
  /** What the buyer can do next, on the payment page. */
  buyer: string
}

/** Every way a payment can fail: spec 7.3, and two of ours where it names a category but no code. */
const failures = {
  PORTAL_PAY_INSUFFICIENT_FUNDS: {
    category: 'card_decline',
    reason: 'The card did not have enough money available for this payment.',
    action: 'Offer another way to pay, or a smaller order.',
    buyer:
      'This card does not have enough money available, so please try another card or another way to pay.',
  },
  PORTAL_PAY_CARD_DECLINED: {
    category: 'card_decline',
    reason: 'The bank that issued the card declined the payment.',
    action: 'Ask the buyer to use another card or to speak with the bank.',
    buyer: 'Your bank declined this payment, so please try another card or ask your bank.',
  },
  PORTAL_PAY_EXPIRED_CARD: {
    category: 'card_decline',
    reason: 'The card is past its expiry date.',
    action: 'Ask the buyer to use a card that is still valid.',
    buyer: 'This card has expired, so please use another one.',
  },
  PORTAL_PAY_INCORRECT_CVC: {
    category: 'card_decline',
    reason: 'The security code did not match the card.',
    action: 'Nothing needs doing; the buyer can enter the code again.',
    buyer:
      'The security code did not match, so please check the short number on your card and try again.',
  },
  PORTAL_PAY_INCORRECT_NUMBER: {
    category: 'card_decline',
    reason: 'The card number that was entered is not valid.',
    action: 'Nothing needs doing; the buyer can enter the number again.',
    buyer: 'That card number did not work, so please check the digits and try again.',
  },
  PORTAL_PAY_DO_NOT_HONOR: {
    category: 'card_decline',
    reason: 'The bank refused the payment and gave no reason.',
    action: 'Suggest that the buyer calls the bank, or pays in another way.',
    buyer:
      'Your bank refused this payment without saying why, so please call them or pay in another way.',
  },
  PORTAL_PAY_FRAUD_BLOCKED: {
    category: 'card_decline',
    reason: 'A safety check of the card provider stopped the payment.',
    action:
      'If you know the buyer, offer another way to pay; do not send goods before money is in.',
    buyer: 'A safety check stopped this card payment, so please choose another way to pay.',
  },
  PORTAL_PAY_3DS_FAILED: {
    category: 'card_decline',
    reason: 'The extra confirmation that the bank asks for was not completed.',
    action: 'Let the buyer try again with the banking app at hand.',
    buyer:
      'The payment was not confirmed with your bank, so please try again and approve it when they ask.',
  },
  PORTAL_PAY_BANK_INSTITUTION_BLOCK: {
    category: 'card_decline',
    reason: 'The bank does not let this card buy digital assets.',
    action: 'Offer a card of another bank, or payment from a wallet.',
    buyer:
      'Your bank does not allow this kind of purchase, so please use a card of another bank or a wallet.',
  },
  PORTAL_KYC_REQUIRED: {
    category: 'compliance',
    reason: 'The payment provider needs the name and address of the buyer.',
    action:
      'Tell the buyer to fill in both on the payment page; sending them with the receipt helps.',
    buyer: 'Please enter your name and address to go on with the payment.',
  },
  PORTAL_KYC_STEP_UP_REQUIRED: {
    category: 'compliance',
    reason: 'For this payment the provider also needs a date of birth and a tax number.',
    action: 'Let the buyer know that these are asked for, or offer payment from a wallet.',
    buyer: 'Please add your date of birth and tax number to go on with the payment.',
  },
  PORTAL_KYC_DOC_REQUIRED: {
    category: 'compliance',
    reason: 'The provider wants to see an identity document and a photo of the buyer.',
    action: 'Let the buyer know what to have at hand, or offer payment from a wallet.',
    buyer:
      'Please have your photo ID ready and take a picture of yourself to go on with the payment.',
  },
  PORTAL_KYC_DOC_UNREADABLE: {
    category: 'compliance',
    reason: 'The identity document was blurred, cut off or out of date.',
    action: 'Ask the buyer to send a clear picture of a valid document.',
    buyer:
      'Your document could not be read, so please send a sharp picture of one that is still valid.',
  },
  PORTAL_KYC_DOB_MISMATCH: {
    category: 'compliance',
    reason: 'The date of birth differs from the one on record.',
    action: 'Ask the buyer to compare it with the identity document and enter it again.',
    buyer: 'Your date of birth differs from the one on record, so please check it and try again.',
  },
  PORTAL_KYC_SANCTIONS_BLOCKED: {
    category: 'compliance',
    reason: 'A legal check does not permit this payment.',
    action:
      'Do not take this payment in another way; ask the provider if you think it is an error.',
    buyer: 'This payment cannot be processed, so please contact the shop if you have questions.',
  },
  PORTAL_KYC_UNDERAGE: {
    category: 'compliance',
    reason: 'The buyer is younger than 18, the least age for this way to pay.',
    action: 'An adult has to make this payment.',
    buyer: 'This way to pay is open from the age of 18, so please ask an adult to pay for you.',
  },
  PORTAL_REGION_UNSUPPORTED: {
    category: 'compliance',
    reason: 'The provider does not serve the place where the buyer is.',
    action: 'Offer payment from a wallet, or another provider.',
    buyer: 'This way to pay is not offered where you are, so please choose another one.',
  },
  PORTAL_LIMIT_EXCEEDED: {
    category: 'limits',
    reason: 'The total is more than the buyer may pay with the details given so far.',
    action: 'Suggest to give more details to the provider, or to pay from a wallet.',
    buyer:
      'This total is above your limit for now, so please confirm more details or pay in another way.',
  },
  PORTAL_LIMIT_AMOUNT_ABOVE_MAX: {
    category: 'limits',
    reason: 'The amount is above the most that one payment may be.',
    action: 'Divide it into several receipts, or offer payment from a wallet.',
    buyer:
      'This amount is too large for one payment, so please choose another way to pay or ask the shop.',
  },
  PORTAL_LIMIT_AMOUNT_BELOW_MIN: {
    category: 'limits',
    reason: 'The amount is below the least that the provider processes.',
    action: 'Offer payment from a wallet, or put several purchases on one receipt.',
    buyer: 'This amount is too small for this way to pay, so please choose another one.',
  },
  PORTAL_CHAIN_INSUFFICIENT_BALANCE: {
    category: 'blockchain',
    reason: 'The wallet did not hold enough for the amount and the network fee.',
    action: 'Nothing needs doing; the buyer can fill up the wallet or pay in another currency.',
    buyer:
      'Your wallet holds too little for the amount and its fee, so please add to it or pay in another way.',
  },
  PORTAL_CHAIN_USER_REJECTED: {
    category: 'blockchain',
    reason: 'The request in the wallet was declined.',
    action: 'Nothing needs doing; the buyer can try again.',
    buyer:
      'The request was declined in your wallet and nothing was sent, so you can simply try again.',
  },
  PORTAL_CHAIN_SLIPPAGE_EXCEEDED: {
    category: 'blockchain',
    reason: 'The exchange rate changed too much while the payment was being made.',
    action: 'Ask the buyer to try again; paying in a dollar token avoids this.',
    buyer: 'The exchange rate changed while you were paying, so please try again with the new one.',
  },
  PORTAL_CHAIN_TX_REVERTED: {
    category: 'blockchain',
    reason: 'The network carried the transaction but undid it, so no money arrived.',
    action: 'Let the buyer try again; if it happens often, look at your payout settings.',
    buyer: 'The network did not carry out your payment, so please try again or pay in another way.',
  },
  PORTAL_CHAIN_WALLET_MISMATCH: {
    category: 'blockchain',
    reason: 'It could not be shown that the wallet belongs to the buyer.',
    action: 'Ask the buyer to sign in with the wallet that pays.',
    buyer:
      'It is not confirmed that this wallet is yours, so please connect the one you pay with and sign again.',
  },
  PORTAL_SESSION_ABANDONED: {
    category: 'session',
    reason: 'The payment page was closed before the payment was made.',
    action: 'Remind the buyer with the same payment link.',
    buyer: 'The page was closed before the payment was made, and you can start again here.',
  },
  PORTAL_SESSION_EXPIRED: {
    category: 'session',
    reason: 'The checkout was left idle and has ended.',
    action: 'Send the payment link again if the buyer still wants to pay.',
    buyer:
      'The checkout ended because nothing happened for a while, and you can start a new one here.',
  },
  PORTAL_SESSION_CANCELLED: {
    category: 'session',
    reason: 'The buyer cancelled the payment.',
    action: 'Nothing needs doing; the buyer can come back to the same page.',
    buyer: 'The payment was cancelled, and you can start again whenever you like.',
  },
  PORTAL_SYSTEM_TIMEOUT: {
    category: 'system',
    reason: 'The payment network did not answer in time.',
    action: 'Look at the receipt again in some minutes: a payment that still arrives is counted.',
    buyer:
      'The payment network is slow to answer, so please wait a few minutes before you try again.',
  },
  PORTAL_SYSTEM_ERROR: {
    category: 'system',
    reason: 'Something went wrong while the payment was being processed.',
    action: 'Ask the buyer to try again later; quote the receipt when you ask for help.',
    buyer: 'Something went wrong on our side, so please try again in a few minutes.',
  },
} as const satisfies Record<string, Failure>

export type FailureCode = keyof typeof failures

export const failureCodes = Object.keys(failures) as readonly FailureCode[]

/** What is known of a failure code; `null` for a code that does not exist. */
export function findFailure(code: string): Failure | null {
  const known = failureCodes.find((candidate) => candidate === code)
  return known === undefined ? null : failures[known]
}
