import { account, failures, sandbox } from './en-account.js'

/**
 * Every text of the payment page, in English. Values come from the service, the merchant or the
 * wallet.
 */
export const en = {
  page: {
    payment: 'Payment',
    payTo: (shop: string) => `Pay ${shop}`,
    theShop: 'the shop',
    sandbox: 'Sandbox',
    sandboxNote: 'No real money moves here.',
    order: (id: string) => `Order ${id}`,
    taxId: (id: string) => `Tax ID ${id}`,
    delayed: 'Confirmation may take longer than usual. If you have already paid, do not pay again.',
    moneyFlow: (shop: string, fee: string) =>
      `Your payment goes to a contract that can only pay ${shop}${fee}. Tallystick never holds your money.`,
    moneyFlowAutomatic: (shop: string, fee: string) =>
      `Each charge pays ${shop}${fee}. Tallystick never holds your money.`,
    /** Follows the name of the shop. `share` is empty while it is not known. */
    platformFee: (share: string) =>
      ` and a platform fee${share && ` of ${share}`}, which is part of the total`,
    poweredBy: 'Powered by Tallystick',
  },
  titles: {
    sent: (shop: string) => `Payment sent to ${shop}`,
    confirming: (shop: string) => `Confirming: ${shop}`,
    paid: (shop: string) => `Paid: ${shop}`,
    card_charged: (shop: string) => `Processing: ${shop}`,
    part_paid: (shop: string) => `Partly paid: ${shop}`,
    failed: (shop: string) => `Not paid yet: ${shop}`,
    expired: (shop: string) => `Expired: ${shop}`,
    refunded: (shop: string) => `Refund: ${shop}`,
  },
  summary: {
    title: 'Your order',
    total: 'Total',
    quantity: (count: string) => `Quantity ${count}`,
    unitPrice: (count: string, price: string) => `${count} × ${price}`,
    /** Follows the name of the first item. */
    andMore: (more: number) => (more === 1 ? 'and 1 more item' : `and ${more} more items`),
    rate: (usd: string, rate: string) => `${usd} at ${rate}`,
    ratePerUnit: (rate: number, currency: string) => `${rate} USD per ${currency}`,
    tax: 'Tax',
    fee: 'Processing Fee',
    ordered: 'Ordered',
    pdf: 'Receipt (PDF)',
    invoicePdf: 'Invoice (PDF)',
    print: 'Print',
  },
  time: {
    left: 'Time left',
    payBy: 'Pay by',
    quoteLeft: 'Price locked for',
    quoteThen: ', then it refreshes.',
  },
  status: {
    open: 'Waiting for payment',
    openText: "We'll detect your payment automatically.",
    reload: 'Reload this page to check for your payment.',
    failed: 'Not paid yet',
    /** The result of an attempt is unknown. */
    unconfirmed: 'Not confirmed',
    failedText: 'Your last attempt failed. You can try again.',
    expired: 'Expired',
    expiredText: (shop: string) =>
      `This receipt has expired, and we have not detected a payment. If you sent one, it will appear here. Otherwise, start again at ${shop}.`,
    expiredPaid: (shop: string) =>
      `This receipt has expired. We detected a payment and are checking it. If this does not change in a few minutes, contact ${shop}.`,
    soldOut: 'Sold out',
    soldOutText: (items: string) => `No longer available: ${items}.`,
    soldOutUnpaid: (shop: string) =>
      `Nothing was charged. Please do not pay this order: place a new one at ${shop}.`,
    soldOutPaid: (shop: string, amount: string | null) =>
      `Please do not send more. ${amount ? `You paid ${amount}, which ${shop} can refund.` : `${shop} can refund your payment.`}`,
    soldOutReturn: 'If stock returns, you can pay here again.',
    otherItems: (count: number) => `${count} other items`,
    blockedText: 'We cannot process this payment. Please do not send money.',
    closed: 'Closed',
    closedText: (shop: string) => `${shop} is not taking payments right now.`,
    closedUnpaid: 'Please do not send money.',
    closedPaid: (shop: string, amount: string | null) =>
      `Please do not send more. ${amount ? `You paid ${amount}. Ask ${shop} about it.` : `Ask ${shop} about your payment.`}`,
    unavailable: 'Unavailable',
    unavailableText: 'Payment is unavailable right now. This page tries again by itself.',
    checking: 'Checking',
    checkingText:
      'We detected a payment and are checking it. Please do not pay again. This page will update automatically.',
    automatic: 'Automatic payment',
    automaticText: (shop: string) =>
      `Your subscription at ${shop} pays this automatically. You need not do anything here.`,
    sent: 'Sent',
    sentText: (network: string) =>
      `Your payment is on its way. It should appear on ${network} within a minute, which is an estimate. You can close this page. We'll detect it automatically.`,
    partPaid: 'Partly paid',
    partPaidText: (paid: string, total: string, dueText: string) =>
      `We have received ${paid} of ${total}. ${dueText} still due.`,
    confirming: 'Confirming',
    confirmingText: (have: number, need: number) =>
      `Payment detected: ${have} of ${need} confirmations. You can close this page.`,
    finalizingText:
      'Payment detected. A payment of this size should be final in a few minutes, which is an estimate. You can close this page.',
    mismatch: 'Needs attention',
    mismatchText: (shop: string) =>
      `We received a transaction that does not count toward this receipt. It was reversed, or it used a token that ${shop} does not accept. Contact ${shop}, or pay again.`,
    paid: 'Paid',
    paidText: (shop: string) => `Thank you. Your payment to ${shop} is complete.`,
    recordedText: (shop: string) => `Thank you. Your payment was recorded by ${shop}.`,
    overpaidText: (amount: string, shop: string) =>
      `You overpaid by ${amount}. Ask ${shop} for a refund.`,
    refundRequested: 'Refund requested',
    refundRequestedText: (shop: string) => `Your refund request is with ${shop} for review.`,
    refunded: 'Refunded',
    refundedText: (amount: string) => `${amount} was refunded to you.`,
    refundRecorded: 'Refund recorded',
    refundUnconfirmed: (amount: string, shop: string) =>
      `${shop} recorded a refund of ${amount}. Its transaction is not confirmed yet.`,
    refundRecordedText: (amount: string, shop: string) =>
      `${shop} recorded a refund of ${amount} and pays it to you outside this page. If you have not received it, ask ${shop}.`,
    /** Follows a partial refund. */
    remainsPaid: (amount: string) => `${amount} remains paid.`,
    reconnecting:
      'Reconnecting. Your payment is not affected, and this page will update automatically.',
  },
  progress: {
    sent: 'Sent',
    confirmed: 'Confirmed',
    confirmedOf: (have: number, need: number) => `${have} of ${need}`,
    paid: 'Paid',
    done: ', done',
    notYet: ', not yet',
  },
  paid: {
    amount: 'You paid',
    byCard: 'by card',
    from: 'From',
    time: 'Time',
    transaction: 'Transaction',
    onExplorer: ' on the block explorer (opens another site)',
    transactionHash: 'transaction hash',
  },
  refunds: {
    title: 'Refunds',
    confirmed: 'confirmed on chain',
    unconfirmed: 'not yet confirmed on chain',
    recorded: (shop: string) => `recorded by ${shop}`,
    hash: 'refund transaction hash',
  },
  subscription: {
    title: 'Subscription',
    nextCharge: 'Next charge:',
    ended: 'No further charges are planned.',
    cancel: (shop: string) => `To cancel, ask ${shop}. The next charge is then not made.`,
  },
  back: {
    to: (host: string) => `Return to ${host}`,
    soon: (host: string) => `You will return to ${host} in a few seconds.`,
    redirecting: (seconds: number) => `Redirecting in ${seconds} s`,
    stay: 'Stay here',
    wouldTake: (host: string) => `The shop would like to take you to ${host}.`,
    continueTo: (host: string) => `Continue to ${host}`,
  },
  pay: {
    payIn: 'Pay in',
    on: (network: string) => `on ${network}`,
    youPay: 'You pay',
    stillDue: 'Still due',
    worth: (fiat: string) => `About ${fiat}, an estimate at the current rate.`,
    amount: 'amount',
    quoteExpired: (symbol: string) =>
      `This ${symbol} quote has expired. Get a new one, or pay in another currency.`,
    newQuote: 'Get a new quote',
    bySignature: 'Pay by signature, without a network fee',
    soldOutNow: 'These items have just sold out.',
    alreadyPaid: 'A payment was already detected.',
    rejectRequest: 'If your wallet still asks you to confirm, reject the request.',
    notSent: 'My payment was not sent',
    notSentNote:
      'Pay again only if your first payment was not sent. If you pay twice, only the shop can refund you.',
  },
  card: {
    pay: (amount: string) => `Pay ${amount} by card`,
    again: 'Try another card',
    continue: 'Continue',
    resume: 'Open the card page again',
    opening: 'Opening the card page',
    open: 'Finish in the other tab. If you closed it, open it again: nothing is charged until you pay there.',
    cost: (amount: string) => `${amount} plus the provider's fee, shown before you pay.`,
    private: 'Your card details never reach the shop.',
    orWallet: 'or with a wallet',
    declined: 'Card declined',
    documents: 'Documents needed',
    charged: 'Processing',
    chargedText: (shop: string) =>
      `Your card payment to ${shop} is being processed. This usually takes a few minutes. Please do not pay again. You can close this page.`,
  },
  wallet: {
    payWith: (name: string) => `Pay with ${name}`,
    openIn: (name: string) => `Open in ${name}`,
    worksWith: 'Works with',
    andOthers: 'and others',
    searching: 'Looking for a wallet in this browser.',
    none: 'No wallet found in this browser.',
    injected: 'Browser wallet',
    cancel: 'Cancel',
    connecting: 'Choose an account in your wallet.',
    switching: 'Approve the network change in your wallet.',
    checking: 'Checking your balance.',
    confirming: 'Confirm in your wallet.',
    relaying: 'Signed. Sending your payment.',
    away: "The server cannot be reached. We'll continue as soon as it responds.",
    canceled: 'Canceled. If your wallet still asks you to confirm, reject the request there too.',
  },
  scan: {
    otherDevice: 'Scan with another device',
    onPhone: 'Open on your phone',
    payCode: 'Pay with a wallet app',
    withCamera: "Scan with your phone's camera.",
    withWallet: 'Scan with a wallet app.',
    chooseWallet: 'Choose your wallet app.',
    confirm: (what: string) => `Confirm ${what}.`,
    walletInstead: 'Scan with a wallet app instead',
    cameraInstead: 'Scan with the camera instead',
    paymentCode: (what: string) => `Payment QR code: ${what}`,
    pageCode: 'QR code that opens this page',
    what: (amount: string, symbol: string, network: string) => `${amount} ${symbol} on ${network}`,
  },
  manual: {
    title: 'Send to an address',
    exact: (what: string) => `Send exactly ${what} to this address. It is only for this receipt.`,
    address: 'address',
    note: 'If your exchange charges a fee, add it on top. Other tokens or networks may be lost.',
    anyWallet: 'Open in another wallet app',
    alreadyPaid: "I've already paid",
    hash: 'Transaction hash',
    hashHelp: 'Optional. We detect payments automatically, but a hash helps us find yours sooner.',
    hashInvalid:
      'A transaction hash is 0x followed by 64 digits and letters from a to f. Your wallet shows it with the payment.',
    find: 'Find payment',
  },
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    copiedWhat: (what: string) => `Copied ${what}.`,
    blocked: (what: string) => `Copying is blocked in this browser. Select the ${what} instead.`,
  },
  contact: {
    title: 'Contact and policies',
    help: (shop: string) => `Need help? Contact ${shop}:`,
    support: 'Support',
    returnPolicy: 'Return policy',
    terms: 'Terms',
    privacy: 'Privacy policy',
  },
  account,
  failures,
  sandbox,
}

/** The texts of a page in one language. */
export type Texts = typeof en
